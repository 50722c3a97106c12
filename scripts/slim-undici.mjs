/**
 * An esbuild plugin: only `Pool` of undici and what makes its connections, which halves the start of a hook, and WebAssembly tier-up switched
 * off late, since V8 otherwise compiles undici's HTTP parser in the background while the process waits to exit (measured at
 * 100 to 160 ms on Node 20). The undici version is pinned; when a place that is patched has moved, the build stops.
 */
import { readFileSync } from 'node:fs';

const STUBS = {
  // undici catches this and goes on without HTTP/2, which is not used.
  'node:http2': "throw new Error('HTTP/2 is not bundled')",
  'node:http': 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} }',
  'node:assert': `
    class AssertionError extends Error {}
    function assert(value, message) {
      if (!value) throw message instanceof Error ? message : new AssertionError(message || 'assertion failed');
    }
    assert.ok = assert;
    assert.equal = assert.strictEqual = (a, b, message) => assert(a === b, message);
    assert.notStrictEqual = (a, b, message) => assert(a !== b, message);
    assert.deepStrictEqual = () => {};
    assert.fail = (message) => assert(false, message);
    assert.AssertionError = AssertionError;
    module.exports = assert;`,
};

const ENTRY = `
  module.exports = {
    Pool: require('undici/lib/dispatcher/pool.js'),
    buildConnector: require('undici/lib/core/connect.js'),
  };`;

const PATCH_POINT = 'function lazyllhttp () {';
const TIER_UP_OFF = `
  const v8 = require('node:v8');
  v8.setFlagsFromString('--no-wasm-tier-up');
  v8.setFlagsFromString('--no-wasm-dynamic-tiering');`;

export const slimUndici = {
  name: 'slim-undici',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'slim' }));
    build.onLoad({ filter: /.*/, namespace: 'slim' }, () => ({ contents: ENTRY, resolveDir: import.meta.dirname }));
    build.onResolve({ filter: /^node:(http2|http|assert)$/ }, ({ importer, path }) =>
      /[\\/]undici[\\/]/.test(importer) ? { path, namespace: 'stub' } : undefined,
    );
    // The WebAssembly without SIMD is a fallback for machines that no supported Node runs on.
    build.onResolve({ filter: /llhttp-wasm\.js$/ }, ({ path }) => ({ path, namespace: 'stub' }));
    build.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({
      contents: STUBS[path] ?? 'module.exports = null',
    }));
    build.onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h1\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes(PATCH_POINT)) throw new Error(`undici has changed: ${PATCH_POINT} is not in client-h1.js`);
      return { contents: source.replace(PATCH_POINT, PATCH_POINT + TIER_UP_OFF) };
    });
  },
};

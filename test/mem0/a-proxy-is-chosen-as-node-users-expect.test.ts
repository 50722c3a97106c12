import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proxyFor } from '../../src/mem0/proxy.ts';

const ORIGIN = 'https://api.mem0.example';
const A = 'http://a.example:3128';
const B = 'http://b.example:3128';

/** The proxy's host and port, or what else is said. */
function chosen(env: Record<string, string>, origin = ORIGIN): string | undefined {
  const proxy = proxyFor(origin, env);
  return proxy === undefined || proxy === 'unusable' ? proxy : `${proxy.hostname}:${proxy.port}`;
}

describe('the proxy', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['none where nothing is set', {}, undefined],
    ['that of HTTPS_PROXY', { HTTPS_PROXY: A }, 'a.example:3128'],
    ['that of https_proxy, which counts first', { https_proxy: A, HTTPS_PROXY: B }, 'a.example:3128'],
    ['that of HTTP_PROXY where no other is set, as Claude Code does', { HTTP_PROXY: B }, 'b.example:3128'],
    ['that of http_proxy, likewise', { http_proxy: A, HTTP_PROXY: B }, 'a.example:3128'],
    ['HTTPS_PROXY before http_proxy', { http_proxy: B, HTTPS_PROXY: A }, 'a.example:3128'],
    ['none where the lower-case name takes it back', { https_proxy: '', HTTPS_PROXY: A }, undefined],
    ['none of ALL_PROXY, which Node users do not expect', { ALL_PROXY: A }, undefined],
    ['one without a protocol', { HTTPS_PROXY: 'a.example:3128' }, 'a.example:3128'],
    ['one with spaces around', { HTTPS_PROXY: ` ${A}\n` }, 'a.example:3128'],
    ['one over TLS', { HTTPS_PROXY: 'https://a.example' }, 'a.example:443'],
    ['one without a port', { HTTPS_PROXY: 'http://a.example' }, 'a.example:80'],
    ['none of SOCKS', { HTTPS_PROXY: 'socks5://a.example:1080' }, 'unusable'],
    ['none without a host', { HTTPS_PROXY: 'http://' }, 'unusable'],
    ['none with a broken port', { HTTPS_PROXY: 'http://a.example:99999' }, 'unusable'],
    ['none with a broken escape in its password', { HTTPS_PROXY: 'http://u:100%@a.example' }, 'unusable'],
  ])('is %s', (_what, env, expected) => expect(chosen(env)).toBe(expected));

  it.each<[string, string, boolean]>([
    ['*', ORIGIN, false],
    ['other.example, *', ORIGIN, false],
    ['api.mem0.example', ORIGIN, false],
    ['API.Mem0.Example', ORIGIN, false],
    ['mem0.example', ORIGIN, false],
    ['.mem0.example', ORIGIN, false],
    ['*.mem0.example', ORIGIN, false],
    ['one.example,mem0.example', ORIGIN, false],
    ['one.example mem0.example', ORIGIN, false],
    ['api.mem0.example:443', ORIGIN, false],
    ['api.mem0.example:8443', `${ORIGIN}:8443`, false],
    ['10.1.2.3', 'https://10.1.2.3', false],
    ['::2', 'https://[::2]', false],
    ['[::2]', 'https://[::2]', false],
    ['[::2]:8443', 'https://[::2]:8443', false],
    ['[::2]:8443', 'https://[::2]', true],
    ['api.mem0.example:8443', ORIGIN, true],
    ['0.example', ORIGIN, true],
    ['pi.mem0.example', ORIGIN, true],
    ['api.mem0.example.org', ORIGIN, true],
    ['', ORIGIN, true],
    [' , ', ORIGIN, true],
    ['.', ORIGIN, true],
    [':443', ORIGIN, true],
  ])('with NO_PROXY=%j for %s is asked: %s', (list, origin, asked) => {
    for (const name of ['NO_PROXY', 'no_proxy']) {
      expect(chosen({ HTTPS_PROXY: A, [name]: list }, origin)).toBe(asked ? 'a.example:3128' : undefined);
    }
  });

  it('is exempted by no_proxy before NO_PROXY', () => {
    expect(chosen({ HTTPS_PROXY: A, no_proxy: '', NO_PROXY: '*' })).toBe('a.example:3128');
  });

  it.each([
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
    'https://127.0.0.1',
    'https://127.9.9.9:8443',
    'https://localhost',
    'https://mem0.localhost',
    'https://[::1]',
    // Not loopback, but plain: `contract/config` lets none through, and neither would a proxy get it.
    'http://api.mem0.example',
  ])('is never asked for %s', (origin) => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) {
      expect(proxyFor(origin, { [name]: A })).toBeUndefined();
      expect(proxyFor(origin, { [name]: 'nonsense://' })).toBeUndefined();
    }
  });

  it('gets the name and the password of its address, as they are meant, and nobody else does', () => {
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const authorization = (address: string) => {
      const proxy = proxyFor(ORIGIN, { HTTPS_PROXY: address });
      return typeof proxy === 'object' ? proxy.authorization : proxy;
    };
    expect(authorization(A)).toBeUndefined();
    expect(authorization('http://mara:made-up@a.example')).toBe(basic('mara:made-up'));
    expect(authorization('http://ACME%5Cmara:made%40up%2F@a.example')).toBe(basic('ACME\\mara:made@up/'));
    expect(authorization('http://mara@a.example')).toBe(basic('mara:'));
    expect(authorization('http://:made-up@a.example')).toBe(basic(':made-up'));
    expect(proxyFor(ORIGIN, { HTTPS_PROXY: 'http://mara:made-up@[::2]:3128' })).toMatchObject({
      ...{ protocol: 'http:', hostname: '::2', port: 3128 },
    });
  });

  it('is chosen or refused whatever the variables hold, without an error', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.constantFrom('', '*', '%', '::'),
    );
    fc.assert(
      fc.property(value, value, value, (https, http, none) => {
        const proxy = proxyFor(ORIGIN, { HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: none });
        if (typeof proxy === 'object') expect(proxy.hostname).not.toBe('');
      }),
    );
  });
});

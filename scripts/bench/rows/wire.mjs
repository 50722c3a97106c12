/** What goes over the wire: how often, how much, and what TLS costs. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../library.mjs';
import { KEY } from '../platform.mjs';
import { Scene } from '../scene.mjs';
import { LATENCY_MS, platformOf, warmScene } from './hooks.mjs';

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** A platform over TLS, and the environment in which its authority is trusted: Node 20 reads that at each start, so both sides have it. */
async function tlsOf(bench) {
  const tls = await platformOf(bench, { tls: true });
  const ca = join(bench.ground.root, 'authority.pem');
  writeFileSync(ca, tls.authority);
  return { tls, env: { NODE_EXTRA_CA_CERTS: ca } };
}

async function countsRow(bench, options, isWarm) {
  const { platform } = options;
  const scene = isWarm ? await warmScene(bench, options) : new Scene(bench, options);
  await platform.counted();
  await scene.start();
  const { requests, connections, read, written } = await platform.counted();
  if (requests === 0) throw new Error('a session start asked nothing');
  return { tell: () => `${requests} requests, ${connections} connections, ${kb(read)} sent, ${kb(written)} received` };
}

/** The reads of a start in one process, over each way; the platform is there, and nothing else of a hook. */
const wayRow = (name, what, way) => ({
  name,
  what: `eight reads over TLS, ${what}`,
  beside: 'over HTTP/1.1 on eight connections at once',
  async prepare(bench) {
    const { tls, env } = await tlsOf(bench);
    const scene = new Scene(bench, { env });
    const program = join(ROOT, 'scripts', 'bench', 'programs', 'eight-reads.cjs');
    const go = (which) => () => scene.program([program, which, tls.origin, KEY]);
    return { ours: go(way), other: go('pool') };
  },
});

export const WIRE_ROWS = [
  {
    name: 'tls',
    what: `session start over TLS, the platform answers after ${LATENCY_MS} ms`,
    beside: 'the same over plain HTTP',
    async prepare(bench) {
      const { tls, env } = await tlsOf(bench);
      const secure = await warmScene(bench, { platform: tls, env });
      const plain = await warmScene(bench, { platform: await platformOf(bench), env });
      const go = (scene) => () => {
        scene.putBack();
        return scene.start();
      };
      return { ours: go(secure), other: go(plain) };
    },
  },
  wayRow('tls-http2', 'over HTTP/2 on one connection', 'http2'),
  wayRow('tls-reuse', 'one first, the others with its TLS session', 'reuse'),
  {
    name: 'requests',
    what: 'what a session start asks, its user known',
    prepare: async (bench) => countsRow(bench, { platform: await platformOf(bench) }, true),
  },
  {
    name: 'requests-first',
    what: 'what the first session start of a key asks',
    prepare: async (bench) => countsRow(bench, { platform: await platformOf(bench) }, false),
  },
  {
    name: 'requests-tls',
    what: 'what a session start asks over TLS',
    async prepare(bench) {
      const { tls, env } = await tlsOf(bench);
      return countsRow(bench, { platform: tls, env }, true);
    },
  },
  {
    name: 'bundles',
    what: 'sizes of the bundles (their ceilings are in a test)',
    prepare: () => ({
      tell: () =>
        readdirSync(join(ROOT, 'hooks'), { recursive: true })
          .sort()
          .filter((name) => name.endsWith('.cjs'))
          .map((name) => `${name} ${(statSync(join(ROOT, 'hooks', name)).size / 1024).toFixed(0)} KB`)
          .join(', '),
    }),
  },
];

/** Behind a proxy, and with certificates of an authority that only the company knows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { madeUpAuthority } from '../support/certificates.ts';
import { type Asked, serveBare, serveHttp, serveProxy, withTls } from '../support/network.ts';
import { KEY, servePlatform } from './served-platform.ts';
import { printed, transcriptIn, World } from './world.ts';

const authority = madeUpAuthority();
const PASSWORD = 'made-up-word-of-mara';
const AUTHORIZATION = `Basic ${Buffer.from(`mara:${PASSWORD}`).toString('base64')}`;
const DECISION = 'Decision: the audit log lives in ClickHouse, because it is append only.';

/** A world that knows the authority, and the local platform behind TLS as `platform.example` and as 127.0.0.1. */
async function companyWorld(certified = authority.certify(['platform.example', '127.0.0.1'])) {
  const w = new World();
  const served = await servePlatform();
  const tls = await withTls(certified, Number(new URL(served.env.MEM0_BASE_URL).port));
  const ca = join(w.root, 'company-ca.pem');
  writeFileSync(ca, authority.cert);
  w.env = { MEM0_API_KEY: KEY, MEM0_BASE_URL: 'https://platform.example', NODE_EXTRA_CA_CERTS: ca };
  const proxyOf = (options: Parameters<typeof serveProxy>[1] = {}) =>
    serveProxy({ 'platform.example:443': tls }, options);
  return { w, served, ca, direct: `https://127.0.0.1:${tls}`, proxyOf };
}

/** Node 22.21 and newer warn of their own agent, before any program runs, where NODE_USE_ENV_PROXY is set. */
const NODES_OWN = /^\(node:\d+\) \[UNDICI-EHPA\] Warning: .*\n\(Use `node --trace-warnings .*\n/;

/** One session from its start to its delivery. */
async function session(w: World, id: string, prompt = DECISION): Promise<void> {
  const { status, stderr } = await w.sessionStart(id);
  expect({ status, stderr: stderr.replace(NODES_OWN, '') }).toEqual({ status: 0, stderr: '' });
  await w.sessionEnd(id, transcriptIn(w, id, [prompt]));
  await w.settled();
}

/** What waits to be sent, as it was put back; an item that is being tried at this moment is not among it. */
function waiting(w: World): { attempts: number; uncertain: boolean }[] {
  const whole = w.names('spool/waiting').filter((name) => !name.startsWith('.'));
  return whole.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(w.state, 'spool/waiting', name), 'utf8'))];
    } catch (error) {
      // Taken since the folder was listed.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  });
}

const targetsOf = (asked: readonly Asked[]) => [...new Set(asked.map(({ target }) => target))];

describe('behind a proxy', () => {
  it('recall and capture work, the proxy learns host and port, and its password is masked like any other', async () => {
    const { w, served, proxyOf } = await companyWorld();
    const proxy = await proxyOf({ authorization: AUTHORIZATION });
    w.env['HTTPS_PROXY'] = `http://mara:${PASSWORD}@127.0.0.1:${proxy.port}`;
    await session(
      w,
      's1',
      `Decision: the audit log lives in ClickHouse behind the proxy, which wants ${PASSWORD} from us.`,
    );
    expect(printed(await w.sessionStart('s2')).hookSpecificOutput?.additionalContext).toContain('ClickHouse');
    expect(JSON.stringify(served.adds())).toContain('[redacted: known-value]');
    expect(targetsOf(proxy.asked)).toEqual(['platform.example:443']);
    for (const { headers } of proxy.asked) expect(headers['proxy-authorization']).toBe(AUTHORIZATION);
    expect(JSON.stringify(proxy.asked)).not.toContain(KEY);
    expect(proxy.passed()).not.toMatch(/authorization|memories|ClickHouse/i);
    for (const text of [JSON.stringify(served.seen), ...w.everyFile()]) expect(text).not.toContain(PASSWORD);
    expect(w.everyFile().join('\n')).not.toContain(KEY);
  });

  it.each([
    ['over TLS', true, (port: number) => ({ HTTPS_PROXY: `https://127.0.0.1:${port}` })],
    ['in the lower-case variable', false, (port: number) => ({ https_proxy: `http://127.0.0.1:${port}` })],
    ['where only HTTP_PROXY is set', false, (port: number) => ({ HTTP_PROXY: `127.0.0.1:${port}` })],
    [
      'that Node knows of as well',
      false,
      (port: number) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_USE_ENV_PROXY: '1' }),
    ],
  ])('%s', async (_what, overTls, env) => {
    const { w, served, proxyOf } = await companyWorld();
    const proxy = await proxyOf(overTls ? { certified: authority.certify(['127.0.0.1']) } : {});
    Object.assign(w.env, env(proxy.port));
    await session(w, 's1');
    expect(served.adds().length).toBeGreaterThan(0);
    expect(targetsOf(proxy.asked)).toEqual(['platform.example:443']);
  });

  it('the origin sees nothing of the proxy, and a host of NO_PROXY and loopback nothing of either', async () => {
    const { w, ca } = await companyWorld();
    const heads: string[] = [];
    const plain = await serveHttp((request, response) => {
      heads.push(JSON.stringify(request.headers));
      response.writeHead(500).end();
    });
    const tls = await withTls(authority.certify(['platform.example', '127.0.0.1']), plain);
    const proxy = await serveProxy({ 'platform.example:443': tls });
    const HTTPS_PROXY = `http://mara:${PASSWORD}@127.0.0.1:${proxy.port}`;
    w.env = { MEM0_API_KEY: KEY, NODE_EXTRA_CA_CERTS: ca, HTTPS_PROXY, HTTP_PROXY: HTTPS_PROXY };
    await w.sessionStart('s1', 'startup', { env: { MEM0_BASE_URL: 'https://platform.example' } });
    expect(heads.length).toBeGreaterThan(0);
    expect(heads.join('\n')).not.toMatch(/proxy|bWFyY/i);
    const [through, direct] = [proxy.asked.length, heads.length];
    expect(through).toBeGreaterThan(0);
    await w.sessionStart('s2', 'startup', { env: { MEM0_BASE_URL: `https://127.0.0.1:${tls}` } });
    await w.sessionStart('s3', 'startup', { env: { MEM0_BASE_URL: `http://127.0.0.1:${plain}` } });
    expect(heads.length).toBeGreaterThanOrEqual(direct + 2);
    expect(proxy.asked).toHaveLength(through);
  });

  const NOT_REACHED = /^mem0: Mem0 cannot be reached\. Check the network, the proxy/;
  it.each<[string, () => Promise<string>, RegExp, string?]>([
    ['is not there', async () => 'http://127.0.0.1:9', NOT_REACHED],
    ['has an address that is none', async () => `socks5://mara:${PASSWORD}@127.0.0.1:9`, NOT_REACHED],
    [
      'hangs up',
      async () => `http://mara:${PASSWORD}@127.0.0.1:${await serveBare((socket) => socket.destroy())}`,
      NOT_REACHED,
    ],
    [
      'wants another password',
      async () => `http://mara:${PASSWORD}@127.0.0.1:${(await serveProxy({}, { authorization: 'other' })).port}`,
      NOT_REACHED,
    ],
    [
      'does not answer',
      async () => `http://127.0.0.1:${await serveBare(() => undefined)}`,
      /did not answer in time/,
      '1000',
    ],
  ])(
    'that %s a start is in time and says so, and nothing is lost',
    async (_what, address, message, deadline = '4000') => {
      const { w, served } = await companyWorld();
      Object.assign(w.env, { MEM0_DEADLINE_MS: deadline, MEM0_USER_ID: 'mara@acme.example' });
      const broken = { ...w.env, HTTPS_PROXY: await address() };
      const start = await w.sessionStart('s1', 'startup', { env: { ...broken, MEM0_LOG: 'debug' } });
      expect(start.status).toBe(0);
      // The deadline, and what it takes to start a process on a machine that is busy; a connection's own limit is ten seconds.
      expect(start.ms).toBeLessThan(9_000);
      expect(printed(start).systemMessage).toMatch(message);
      expect(start.stdout + start.stderr).not.toContain(PASSWORD);
      await w.sessionEnd('s1', transcriptIn(w, 's1', [DECISION]), { env: broken });
      // Not a byte was sent, so there is nothing to look for before it is sent again.
      await w.until(() => waiting(w).some(({ attempts, uncertain }) => attempts > 0 && !uncertain));
      expect(served.seen).toEqual([]);
      expect((await vi.waitFor(() => w.everyFile())).join('\n')).not.toContain(PASSWORD);
    },
  );

  it('that is mended, what waited is delivered, once', async () => {
    const { w, served, proxyOf } = await companyWorld();
    const options = { authorization: 'other' as string | undefined };
    const proxy = await proxyOf(options);
    Object.assign(w.env, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, MEM0_USER_ID: 'mara@acme.example' });
    await w.sessionEnd('s1', transcriptIn(w, 's1', [DECISION]));
    await w.until(() => proxy.asked.length > 0);
    options.authorization = undefined;
    await w.until(() => served.adds().length > 0 && w.names('spool/waiting').length === 0);
    const facts = await served.memories();
    expect(facts.filter(({ memory }) => memory.includes('ClickHouse'))).toHaveLength(1);
  });
});

describe('with certificates of its own authority', () => {
  it.each([
    ['NODE_EXTRA_CA_CERTS', (ca: string) => ({ NODE_EXTRA_CA_CERTS: ca })],
    ['one that is relative to the session', () => ({ NODE_EXTRA_CA_CERTS: '../company-ca.pem' })],
    [
      'what OpenSSL trusts',
      (ca: string) => ({
        NODE_OPTIONS: '--no-warnings --use-openssl-ca',
        SSL_CERT_FILE: ca,
        NODE_EXTRA_CA_CERTS: undefined,
      }),
    ],
  ])('trusted by %s, start and background reach the platform', async (_what, env) => {
    const { w, served, ca, direct } = await companyWorld();
    Object.assign(w.env, { MEM0_BASE_URL: direct }, env(ca));
    await session(w, 's1');
    expect(served.adds().length).toBeGreaterThan(0);
    expect(w.names('spool/waiting')).toEqual([]);
  });

  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  it.each([
    ['nobody knows', authority.certify(['127.0.0.1']), { NODE_EXTRA_CA_CERTS: undefined }],
    [
      'nobody knows, whatever NODE_TLS_REJECT_UNAUTHORIZED says',
      authority.certify(['127.0.0.1']),
      { NODE_EXTRA_CA_CERTS: undefined, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    ],
    ['has another authority of the same name', madeUpAuthority().certify(['127.0.0.1']), {}],
    ['is for another host', authority.certify(['other.example']), { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['has run out', authority.certify(['127.0.0.1'], yesterday), { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ])(
    'a host whose certificate %s gets no request, from the start as from the background',
    async (_what, certified, env) => {
      const { w, served, direct } = await companyWorld(certified);
      Object.assign(w.env, { MEM0_BASE_URL: direct, MEM0_USER_ID: 'mara@acme.example' }, env);
      const start = await w.sessionStart('s1');
      expect(start).toMatchObject({ status: 0, stderr: '' });
      expect(printed(start).systemMessage).toMatch(/cannot be reached\. Check .*certificates/);
      await w.sessionEnd('s1', transcriptIn(w, 's1', [DECISION]));
      await w.until(() => waiting(w).some(({ attempts }) => attempts > 0));
      expect(served.seen).toEqual([]);
    },
  );

  it.each([301, 302, 307, 308])(
    'a redirect (%i) is not followed: not to another host, not to http, not to itself',
    async (status) => {
      const { w, ca } = await companyWorld();
      const other: string[] = [];
      const plain = await serveHttp((request, response) => {
        other.push(JSON.stringify(request.headers));
        response.end('{"user_email":"mara@acme.example"}');
      });
      const otherTls = await withTls(authority.certify(['127.0.0.1']), plain);
      let asked = 0;
      let to = '';
      const origin = await serveHttp((_request, response) => {
        asked += 1;
        response.writeHead(status, { location: to }).end();
      });
      const tls = await withTls(authority.certify(['127.0.0.1']), origin);
      const MEM0_BASE_URL = `https://127.0.0.1:${tls}`;
      w.env = { MEM0_API_KEY: KEY, MEM0_BASE_URL, NODE_EXTRA_CA_CERTS: ca };
      for (to of [
        `https://127.0.0.1:${otherTls}/v1/ping/`,
        `http://127.0.0.1:${plain}/v1/ping/`,
        `${MEM0_BASE_URL}/v1/ping/`,
      ]) {
        const before = asked;
        expect((await w.sessionStart(`s${asked}`)).status).toBe(0);
        expect(asked).toBe(before + 1);
      }
      expect(other).toEqual([]);
    },
  );
});

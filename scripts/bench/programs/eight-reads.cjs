/** Eight reads over TLS in a fresh process, one of three ways: pool, http2, reuse. Then: origin, key. */
const [way, origin, key] = process.argv.slice(2);
const READS = 8;
const path = '/v3/memories/?page_size=50';
const headers = { authorization: `Token ${key}`, accept: 'application/json', 'content-type': 'application/json' };
const body = JSON.stringify({ filters: { AND: [{ user_id: 'mara@acme.example' }, { app_id: 'acme-shop' }] } });
const reads = (read) => Promise.all(Array.from({ length: READS }, read));

const WAYS = {
  /** Node's own client and not the one of the hooks: what is compared are connections, not clients. */
  pool: () => {
    const https = require('node:https');
    const agent = new https.Agent({ keepAlive: true, maxSockets: READS });
    return reads(() => post(https, agent));
  },
  reuse: async () => {
    const https = require('node:https');
    const agent = new https.Agent({ keepAlive: true, maxSockets: READS });
    await post(https, agent);
    return Promise.all(Array.from({ length: READS - 1 }, () => post(https, agent)));
  },
  http2: async () => {
    const client = require('node:http2').connect(origin);
    await reads(
      () =>
        new Promise((resolve, reject) => {
          const stream = client.request({ ':method': 'POST', ':path': path, ...headers });
          stream.on('error', reject).on('data', () => undefined);
          stream.on('response', ({ ':status': status }) => status !== 200 && reject(new Error(`status ${status}`)));
          stream.on('end', resolve);
          stream.end(body);
        }),
    );
    client.destroy();
  },
};

function post(https, agent) {
  return new Promise((resolve, reject) => {
    const request = https.request(origin + path, { method: 'POST', agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
      answer.on('data', () => undefined).on('end', resolve);
    });
    request.on('error', reject);
    request.end(body);
  });
}

WAYS[way]().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);

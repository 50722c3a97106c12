import { request, type ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Connected, Connections, openTo } from '../../src/mem0/connections.ts';
import { Exchange } from '../../src/mem0/exchange.ts';
import { httpTransport } from '../../src/mem0/transport.ts';
import { serveHttp } from '../support/network.ts';

const PING = { method: 'GET', path: '/v1/ping/' } as const;

/** An exchange whose connection is made when the test says so. */
function begun() {
  const asked: Connected[] = [];
  const connections = new Connections(
    (done) => {
      asked.push(done);
      return { destroy: () => undefined };
    },
    { maxSockets: 1 },
  );
  onTestFinished(() => connections.destroy());
  const exchange = new Exchange(5_000);
  let hasLeft = false;
  void exchange.left.then(() => {
    hasLeft = true;
  });
  void exchange.begin({ make: () => request({ agent: connections, ...PING }), body: undefined });
  return { asked, exchange, hasLeft: () => hasLeft };
}

/** A platform that answers when the test says so. */
async function silentPlatform() {
  const held: ServerResponse[] = [];
  const port = await serveHttp((_, response) => {
    held.push(response);
  });
  return { port, answer: () => held.splice(0).map((response) => response.end('{}')) };
}

it('a request has not left while its connection is made, and has before it is answered', async () => {
  const { port, answer } = await silentPlatform();
  const { asked, exchange, hasLeft } = begun();
  for (let n = 0; n < 5; n += 1) await turn();
  expect(asked).toHaveLength(1);
  expect(hasLeft()).toBe(false);
  for (const done of asked) openTo({ protocol: 'http:', hostname: '127.0.0.1', port }, {}, done);
  await exchange.left;
  while (answer().length === 0) await turn();
  expect(await exchange.answer).toMatchObject({ status: 200 });
});

it('nobody waits for a request that will not leave', async () => {
  const { asked, exchange } = begun();
  for (let n = 0; n < 5; n += 1) await turn();
  for (const done of asked) done(new Error('nobody is there'));
  await expect(exchange.answer).rejects.toMatchObject({ reason: 'unreachable', sent: false });
  await exchange.left;
});

it('a transport tells of all that was asked by then, and of nothing when nothing was', async () => {
  const { port, answer } = await silentPlatform();
  const transport = httpTransport({ origin: `http://127.0.0.1:${port}`, apiKey: 'm0-made-up-key-for-tests', env: {} });
  onTestFinished(() => transport.close());
  await transport.left();
  const answers = Array.from({ length: 8 }, () => transport.send(PING, { deadline: Date.now() + 5_000 }));
  let isTold = false;
  const left = transport.left().then(() => {
    isTold = true;
  });
  // No connection stands before the event loop has turned.
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
  expect(isTold).toBe(false);
  await left;
  let answered = 0;
  while (answered < 8) {
    answered += answer().length;
    await turn();
  }
  expect(await Promise.all(answers)).toHaveLength(8);
});

import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../../src/mem0/client.ts';
import { add, captureIds, type Endpoint, event, list, memory, ping, search } from '../../src/mem0/requests.ts';
import { httpTransport } from '../../src/mem0/transport.ts';
import { serveBare } from '../support/network.ts';

const READ_ANYTHING = (json: unknown) => json;
const OF_MARA = { user_id: 'mara@acme.example' };
const READS: Readonly<Record<string, Endpoint<unknown>>> = {
  'who it is': ping(),
  'a page': list(OF_MARA, {}, { number: 1, size: 10 }),
  'what has arrived of a capture': captureIds(OF_MARA, {}, 1),
  'one memory, with the override': memory('m1', { org_id: 'o', project_id: 'p' }),
  'what became of an add': event('e1', {}),
};
const OTHERS: Readonly<Record<string, Endpoint<unknown>>> = {
  'an add': add({ messages: [], metadata: {}, infer: true, ...OF_MARA } as never),
  'a search, whose hits count': search('x', OF_MARA, {}, 5),
  'a change': { request: { method: 'PUT', path: '/v1/memories/m1/', body: {} }, read: READ_ANYTHING },
  'a removal': { request: { method: 'DELETE', path: '/v1/memories/m1/' }, read: READ_ANYTHING },
};
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

/** A server that does this with each request; `heard` names them by connection and by place on it. */
async function serverThat(does: (socket: Socket, connection: number, place: number) => void) {
  const heard: string[] = [];
  let connections = 0;
  const port = await serveBare((socket) => {
    connections += 1;
    const connection = connections;
    let place = 0;
    // A head and its body come in one piece: they are written at once, and are small.
    socket.on('data', (part) => {
      if (!/^(GET|POST|PUT|DELETE) /.test(part.toString('latin1'))) return;
      place += 1;
      heard.push(`${connection}.${place}`);
      does(socket, connection, place);
    });
  });
  const transport = httpTransport({ origin: `http://127.0.0.1:${port}`, apiKey: 'm0-made-up-key', env: {} });
  onTestFinished(() => transport.close());
  // As the client sends it, whatever the answer holds.
  const send = (endpoint: Endpoint<unknown>) =>
    ask(transport.send, { ...endpoint, read: READ_ANYTHING }, { deadline: Date.now() + 5_000 });
  return { send, heard };
}

const ends: Readonly<Record<string, (socket: Socket) => void>> = {
  'is closed': (socket) => socket.end(),
  'is reset': (socket) => socket.resetAndDestroy(),
  'says something that is no answer': (socket) => socket.write('bye\r\n\r\n'),
};

describe.each(Object.entries(ends))('a connection that served one request and %s as the next comes', (_how, end) => {
  const server = () =>
    serverThat((socket, connection, place) => {
      if (connection === 1 && place === 2) end(socket);
      else socket.write(ANSWER);
    });

  it.each(Object.entries(READS))('costs a read nothing: %s', async (_what, endpoint) => {
    const { send, heard } = await server();
    await send(ping());
    expect(await send(endpoint)).toEqual({});
    expect(heard).toEqual(['1.1', '1.2', '2.1']);
  });

  it.each(Object.entries(OTHERS))('has nothing else sent twice: %s', async (_what, endpoint) => {
    const { send, heard } = await server();
    await send(ping());
    await expect(send(endpoint)).rejects.toMatchObject({ reason: 'broken-off', uncertain: true });
    expect(heard).toEqual(['1.1', '1.2']);
  });
});

describe('a read', () => {
  it('is sent twice at most, and the second time over a connection of its own', async () => {
    const { send, heard } = await serverThat((socket, connection, place) => {
      if (connection <= 3 && place === 1) socket.write(ANSWER);
      else socket.destroy();
    });
    await Promise.all([1, 2, 3].map(() => send(ping())));
    await expect(send(ping())).rejects.toMatchObject({ reason: 'broken-off' });
    expect(heard.slice(3)).toEqual([expect.stringMatching(/^[123]\.2$/), '4.1']);
  });

  it('is not sent again where its own connection breaks, nor where an answer has begun', async () => {
    const first = await serverThat((socket) => socket.destroy());
    await expect(first.send(ping())).rejects.toMatchObject({ reason: 'broken-off' });
    expect(first.heard).toEqual(['1.1']);
    const second = await serverThat((socket, _connection, place) => {
      if (place === 1) socket.write(ANSWER);
      else socket.end(ANSWER.replace('2\r\n', '9\r\n'));
    });
    await second.send(ping());
    await expect(second.send(ping())).rejects.toMatchObject({ reason: 'broken-off' });
    expect(second.heard).toEqual(['1.1', '1.2']);
  });
});

describe('a connection that the server ends with its answer, without having said so', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['closes', (socket) => socket.end(ANSWER)],
    ['resets', (socket) => socket.write(ANSWER, () => socket.resetAndDestroy())],
  ])('has no add sent after it: %s', async (_how, answer) => {
    const { send, heard } = await serverThat(answer);
    const one = add({ messages: [], metadata: {}, infer: true, ...OF_MARA } as never);
    for (let n = 0; n < 20; n += 1) expect(await send(one)).toEqual({});
    expect(heard).toEqual(Array.from({ length: 20 }, (_one, n) => `${n + 1}.1`));
  });
});

import { describe, expect, it } from 'vitest';
import { DAY, firstId, MINE, openTestPlatform, results, START } from './local-platform.ts';

const FLY = 'We deploy to Fly.io, region fra, because it is close to our customers.';
const MOVE =
  "Let's move off Fly.io to Railway because Fly's volumes pin us to a single region and the last two deploys needed manual machine restarts.";
const RENDER = 'We looked at Render too but it has no private networking on our plan.';
const LATEST = { latest_only: true };

describe('platform contract §1.2 and §5: a contradicted fact is superseded', () => {
  it('two sessions: Fly.io, then Railway', async () => {
    const platform = await openTestPlatform();
    await platform.add(`${FLY} Please write that down.`);
    platform.clock.now += DAY;
    await platform.add(`${MOVE} ${RENDER} Please update the README.`);
    expect(await platform.texts(MINE, LATEST)).toEqual([RENDER, MOVE]);
    // Without latest_only both old and new are returned.
    expect(await platform.texts(MINE)).toEqual([RENDER, MOVE, FLY]);
    const rows = results(await platform.call('POST', '/v3/memories/', { filters: MINE }));
    const move = rows.find((row) => row['memory'] === MOVE);
    expect(rows.find((row) => row['memory'] === FLY)?.['replaced_by']).toBe(move?.['id']);
    expect(move?.['replaced_by']).toBeNull();
  });

  it('get by id still returns the superseded one', async () => {
    const platform = await openTestPlatform();
    await platform.add(FLY);
    const [old] = results(await platform.call('POST', '/v3/memories/', { filters: MINE }));
    await platform.add(MOVE);
    const answer = await platform.call('GET', `/v1/memories/${old?.['id']}/`);
    expect(answer.body['memory']).toBe(FLY);
    expect(answer.body['replaced_by']).toEqual(expect.any(String));
  });

  it('whatever the order of arrival: the date at which it was said decides', async () => {
    const platform = await openTestPlatform();
    await platform.add(MOVE, { timestamp: (START - DAY) / 1000 });
    await platform.add(FLY, { timestamp: (START - 2 * DAY) / 1000 });
    expect(await platform.texts(MINE, LATEST)).toEqual([MOVE]);
    expect(await platform.texts(MINE)).toEqual([MOVE, FLY]);
  });

  it('within one window the later sentence wins', async () => {
    const platform = await openTestPlatform();
    await platform.add(`${FLY} ${MOVE}`);
    expect(await platform.texts(MINE, LATEST)).toEqual([MOVE]);
  });

  it('going back is a new statement, a replay of the old one is not', async () => {
    const platform = await openTestPlatform();
    const said = (content: string, day: number) => platform.add(content, { timestamp: (START + day * DAY) / 1000 });
    await said('We deploy to Fly.io.', -3);
    await said(MOVE, -2);
    await said('We deploy to Fly.io.', -3);
    expect(await platform.texts(MINE, LATEST)).toEqual([MOVE]);
    await said("Let's move off Railway to Fly.io.", -1);
    expect(await platform.texts(MINE, LATEST)).toEqual(["Let's move off Railway to Fly.io."]);
    expect(await platform.texts(MINE)).toHaveLength(3);
  });

  it.each([
    ['another project', { app_id: 'blog' }],
    ['another user', { user_id: 'v' }],
    ['another type', { metadata: { type: 'insight' } }],
  ])('%s is not touched', async (_, more) => {
    const platform = await openTestPlatform();
    await platform.add(FLY);
    await platform.add(MOVE, more);
    expect(await platform.texts(MINE, LATEST)).toContain(FLY);
  });

  it('a fact that merely mentions the name stays', async () => {
    const platform = await openTestPlatform();
    const mention = 'We decided that a move is worth it: Railway is cheaper than Fly.io.';
    await platform.add(mention);
    await platform.add(MOVE);
    expect(await platform.texts(MINE, LATEST)).toEqual([MOVE, mention]);
  });
});

describe('platform contract §5: deleting', () => {
  async function chain() {
    const platform = await openTestPlatform();
    await platform.add('We deploy to Heroku.');
    await platform.add("Let's move off Heroku to Fly.io.");
    await platform.add("Let's move off Fly.io to Railway.");
    const rows = results(await platform.call('POST', '/v3/memories/', { filters: MINE }));
    const id = (part: string) => String(rows.find((row) => String(row['memory']).includes(part))?.['id']);
    return { platform, heroku: id('to Heroku'), fly: id('to Fly.io'), railway: id('to Railway') };
  }

  it('the current fact: its predecessor comes back', async () => {
    const { platform, railway } = await chain();
    expect((await platform.call('DELETE', `/v1/memories/${railway}/`)).status).toBe(200);
    expect(await platform.texts(MINE, LATEST)).toEqual(["Let's move off Heroku to Fly.io."]);
    expect((await platform.call('GET', `/v1/memories/${railway}/`)).status).toBe(404);
    expect((await platform.call('DELETE', `/v1/memories/${railway}/`)).status).toBe(404);
  });

  it('with delete_linked nothing comes back', async () => {
    const { platform, railway } = await chain();
    await platform.call('DELETE', `/v1/memories/${railway}/`, undefined, [['delete_linked', 'true']]);
    expect(await platform.texts(MINE)).toEqual([]);
  });

  it('a superseded fact in the middle: the oldest stays superseded', async () => {
    const { platform, fly, heroku, railway } = await chain();
    await platform.call('DELETE', `/v1/memories/${fly}/`);
    expect(await platform.texts(MINE, LATEST)).toEqual(["Let's move off Fly.io to Railway."]);
    expect((await platform.call('GET', `/v1/memories/${heroku}/`)).body['replaced_by']).toBe(railway);
  });

  it('a deleted memory is gone from search and may be said again', async () => {
    const platform = await openTestPlatform();
    const id = firstId(await platform.add('We use tabs.', { infer: false }));
    await platform.call('DELETE', `/v1/memories/${id}/`);
    const found = await platform.call('POST', '/v3/memories/search/', { query: 'tabs', filters: MINE });
    expect(results(found)).toEqual([]);
    await platform.add('We use tabs.');
    expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
  });
});

describe('what supersedes, and what does not (ours)', () => {
  it('a fact that expires supersedes nothing: it would leave nothing behind', async () => {
    const platform = await openTestPlatform();
    await platform.add('We deploy to Railway.');
    await platform.add("Let's move off Railway to Fly.io.", { expiration_date: '2026-03-11' });
    expect(await platform.texts(MINE, LATEST)).toHaveLength(2);
    platform.clock.now += 10 * DAY;
    expect(await platform.texts(MINE, LATEST)).toEqual(['We deploy to Railway.']);
  });

  it('an immutable fact stays current; it may supersede others', async () => {
    const platform = await openTestPlatform();
    await platform.add('We deploy to Heroku.');
    await platform.add("Let's move off Heroku to Railway.", { immutable: true });
    expect(await platform.texts(MINE, LATEST)).toEqual(["Let's move off Heroku to Railway."]);
    await platform.add("Let's move off Railway to Fly.io.");
    expect(await platform.texts(MINE, LATEST)).toHaveLength(2);
  });

  it('a fact from the future (a clock was wrong) does not win over what is said later', async () => {
    const platform = await openTestPlatform();
    await platform.add("Let's move off Heroku to Railway.", { timestamp: (START + 400 * DAY) / 1000 });
    platform.clock.now += DAY;
    await platform.add("Let's move off Railway to Fly.io.");
    expect(await platform.texts(MINE, LATEST)).toEqual(["Let's move off Railway to Fly.io."]);
  });

  it('what comes back when the current fact goes may be contradicted by others that are current', async () => {
    const platform = await openTestPlatform();
    const said = (content: string, day: number) => platform.add(content, { timestamp: (START + day * DAY) / 1000 });
    await said('We deploy to Railway.', -9);
    const heroku = (await said("Let's move off Railway and Fly.io to Heroku.", -1)).body['event_id'];
    await said("Let's move off Railway to Fly.io.", -5);
    const [fact] = results(await platform.call('GET', `/v1/event/${String(heroku)}/`));
    await platform.call('DELETE', `/v1/memories/${fact?.['id']}/`);
    expect(await platform.texts(MINE, LATEST)).toEqual(["Let's move off Railway to Fly.io."]);
  });

  it('the same sentence under another type is the same fact', async () => {
    const platform = await openTestPlatform();
    await platform.add(FLY, { metadata: { type: 'decision' } });
    await platform.add(FLY, { metadata: { type: 'insight' } });
    expect(await platform.texts(MINE)).toEqual([FLY]);
  });

  it('a text that was updated is compared as it is now', async () => {
    const platform = await openTestPlatform();
    await platform.add('We use tabs.');
    const [row] = results(await platform.call('POST', '/v3/memories/', { filters: MINE }));
    await platform.call('PUT', `/v1/memories/${row?.['id']}/`, { text: 'We use spaces.' });
    await platform.add('We use spaces.');
    expect(await platform.texts(MINE)).toEqual(['We use spaces.']);
    await platform.add('We use tabs.');
    expect(await platform.texts(MINE)).toHaveLength(2);
  });

  it('an end that is set later brings back what the fact superseded; taken away again, it supersedes', async () => {
    const platform = await openTestPlatform();
    await platform.add('We use Jest for unit tests.');
    const added = await platform.add('We use Vitest instead of Jest for unit tests.');
    const [fact] = results(await platform.call('GET', `/v1/event/${String(added.body['event_id'])}/`));
    const put = (expiration_date: string | null) =>
      platform.call('PUT', `/v1/memories/${fact?.['id']}/`, { expiration_date });
    await put('2020-01-01');
    expect(await platform.texts(MINE, LATEST)).toEqual(['We use Jest for unit tests.']);
    await put(null);
    expect(await platform.texts(MINE, LATEST)).toEqual(['We use Vitest instead of Jest for unit tests.']);
  });

  it('said again without an end, a fact stays', async () => {
    const platform = await openTestPlatform();
    await platform.add('We use tabs.', { expiration_date: '2026-03-11' });
    await platform.add('We use tabs.');
    platform.clock.now += 10 * DAY;
    expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
  });

  it('a fact from the future keeps nobody from going back', async () => {
    const platform = await openTestPlatform();
    const jest = 'We use Jest for unit tests.';
    await platform.add(jest, { timestamp: (START + 365 * DAY) / 1000 });
    await platform.add('We use Vitest instead of Jest for unit tests.');
    platform.clock.now += DAY;
    await platform.add(jest);
    expect(await platform.texts(MINE, LATEST)).toContain(jest);
  });

  it('facts of one moment are told apart by the order in which they came', async () => {
    const platform = await openTestPlatform();
    const said = ['We use Jest for unit tests.', 'Use Vitest instead of Jest.', 'Use Mocha instead of Jest.'];
    const added = await platform.add(said.join(' '));
    const facts = results(await platform.call('GET', `/v1/event/${String(added.body['event_id'])}/`));
    await platform.call('DELETE', `/v1/memories/${facts[1]?.['id']}/`);
    expect(await platform.texts(MINE, LATEST)).toEqual(['Use Mocha instead of Jest.']);
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCredential } from '../features/credentials/create-credential.ts';
import { createOrganisation } from '../features/organisations/operate-organisations.ts';
import { callApi, outcomeOf, type ApiReply } from '../testing/call-api.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

// A window of an hour, so that the test does not cross its edge.
const WINDOW_SECONDS = 3_600;
const LIMITED = '429 rate_limited';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ RATE_WINDOW: String(WINDOW_SECONDS) });
});
afterAll(() => server.close());

const makeOrganisation = async (rateLimit?: number) =>
  (
    await createOrganisation(server.context, {
      name: 'Acme',
      plan: 'pro',
      ...(rateLimit ? { rateLimit } : {}),
    })
  ).id;
const makeKey = (organisationId: string, rateLimit?: number) =>
  createCredential(server.context, {
    organisationId,
    name: '',
    scopes: ['sessions:read'],
    operatorEmail: 'a@example.com',
    ...(rateLimit ? { rateLimit } : {}),
  });
const read = (apiKey: string) => callApi(server, 'GET /campaigns/x', { apiKey });
/** 403 tells an admitted request from a refused one, and reads nothing. */
const ADMITTED = '403 permission_denied';
const flood = (apiKey: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => read(apiKey)));
const admittedOf = (replies: ApiReply[]) => replies.filter((reply) => outcomeOf(reply) === ADMITTED).length;
const limitsOf = ({ headers }: ApiReply) =>
  ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
const query = (statement: string, values: unknown[] = []) =>
  server.context.database.pool.query<Record<string, unknown>>(statement, values);
const setWindow = (subjectId: string, window: { startsIn: number; count: number }) =>
  query(
    `
    insert into rate_windows (subject_id, window_start, count)
    values ($1, floor(extract(epoch from clock_timestamp()) / $2::int)::bigint * $2::int + $3, $4)
    on conflict (subject_id) do update set window_start = excluded.window_start, count = excluded.count
    `,
    [subjectId, WINDOW_SECONDS, window.startsIn, window.count],
  );

describe('the limit of a credential', () => {
  it('is 60 unless told otherwise, and exact under parallel requests', async () => {
    const { api_key } = await makeKey(await makeOrganisation());
    const replies = await flood(api_key, 90);
    expect(admittedOf(replies)).toBe(60);
    expect(replies.filter((reply) => outcomeOf(reply) === LIMITED)).toHaveLength(30);
    const left = replies.map((reply) => limitsOf(reply)[1]!).sort((a, b) => b - a);
    expect(left.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, index) => 59 - index));
    expect(left.slice(60)).toEqual(Array(30).fill(0));
  });

  it('of 40 requests at once one waits for the count of its key, the others for that one, without a connection', async () => {
    const { id, api_key } = await makeKey(await makeOrganisation(), 30);
    await read(api_key);
    const locker = await server.context.database.pool.connect();
    await locker.query('begin');
    await locker.query('select from rate_windows where subject_id = $1 for update', [id]);
    const flooded = flood(api_key, 40);
    // On a connection of its own: a transaction keeps what it first saw of the others.
    const countWaiting = async () => {
      const { rows } = await query(`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `);
      return rows[0]!['count'];
    };
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 30_000 });
    // Twenty looks are enough for 39 others to arrive.
    for (let look = 0; look < 20; look++) expect(await countWaiting()).toBe(1);
    await locker.query('rollback');
    locker.release();
    const replies = await flooded;
    expect(admittedOf(replies)).toBe(29);
    const left = replies.map((reply) => limitsOf(reply)[1]!).sort((a, b) => b - a);
    expect(left).toEqual([...Array.from({ length: 29 }, (_, index) => 28 - index), ...Array(11).fill(0)]);
  });

  it('tells a refused caller when the window ends, in both forms', async () => {
    const { api_key } = await makeKey(await makeOrganisation(), 1);
    await read(api_key);
    const { headers, body } = await read(api_key);
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(reset % WINDOW_SECONDS).toBe(0);
    const retryAfter = Number(headers.get('retry-after'));
    expect(retryAfter).toBe(reset - Math.floor(server.context.clock.now().getTime() / 1000));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(headers.get('ratelimit-policy')).toBe(`"default";q=1;w=${WINDOW_SECONDS}`);
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(body.detail).toContain('X-RateLimit-Reset');
  });

  it('is for that credential alone', async () => {
    const organisationId = await makeOrganisation();
    const [first, second] = [await makeKey(organisationId, 2), await makeKey(organisationId, 2)];
    expect(admittedOf(await flood(first.api_key, 5))).toBe(2);
    expect(admittedOf(await flood(second.api_key, 5))).toBe(2);
  });
});

describe('the limit of an organisation', () => {
  it('is 600 unless told otherwise', async () => {
    const { api_key } = await makeKey(await makeOrganisation(), 10_000);
    expect(limitsOf(await read(api_key))).toEqual([600, 599]);
  });

  it('is shared by all its keys, exactly', async () => {
    const organisationId = await makeOrganisation(10);
    const keys = await Promise.all(Array.from({ length: 4 }, () => makeKey(organisationId)));
    const replies = (await Promise.all(keys.map(({ api_key }) => flood(api_key, 5)))).flat();
    expect(admittedOf(replies)).toBe(10);
    for (const { api_key } of keys) {
      const reply = await read(api_key);
      expect([outcomeOf(reply), ...limitsOf(reply)]).toEqual([LIMITED, 10, 0]);
    }
  });

  it('is not used up by a credential that is over its own', async () => {
    const organisationId = await makeOrganisation(10);
    const [greedy, modest] = [await makeKey(organisationId, 3), await makeKey(organisationId)];
    expect(admittedOf(await flood(greedy.api_key, 30))).toBe(3);
    expect(admittedOf(await flood(modest.api_key, 12))).toBe(7);
  });

  it('is not used up by another organisation', async () => {
    const [first, second] = [
      await makeKey(await makeOrganisation(2)),
      await makeKey(await makeOrganisation(2)),
    ];
    await flood(first.api_key, 5);
    expect(admittedOf(await flood(second.api_key, 5))).toBe(2);
  });
});

describe('the headers', () => {
  it('show the limit that is nearer its end', async () => {
    const organisationId = await makeOrganisation(8);
    const [first, second] = [await makeKey(organisationId, 5), await makeKey(organisationId, 5)];
    expect(limitsOf(await read(first.api_key))).toEqual([5, 4]);
    await flood(second.api_key, 4);
    expect(limitsOf(await read(first.api_key))).toEqual([8, 2]);
  });
});

describe('the window', () => {
  it('starts anew when the stored one is over', async () => {
    const { id, api_key } = await makeKey(await makeOrganisation(), 3);
    await setWindow(id, { startsIn: -WINDOW_SECONDS, count: 3 });
    expect(limitsOf(await read(api_key))).toEqual([3, 2]);
  });

  it('is not reset by a clock that was set back: the later window goes on', async () => {
    const organisationId = await makeOrganisation();
    const { id, api_key } = await makeKey(organisationId, 3);
    await setWindow(id, { startsIn: WINDOW_SECONDS, count: 2 });
    expect((await flood(api_key, 4)).map(outcomeOf).sort()).toEqual([ADMITTED, LIMITED, LIMITED, LIMITED]);
    await setWindow(id, { startsIn: -WINDOW_SECONDS, count: 0 });
    await setWindow(organisationId, { startsIn: WINDOW_SECONDS, count: 600 });
    expect(outcomeOf(await read(api_key))).toBe(LIMITED);
  });

  it('is of the database: the clock of this server does not move it', async () => {
    const { api_key } = await makeKey(await makeOrganisation(), 2);
    await read(api_key);
    server.clock.advance(2 * WINDOW_SECONDS * 1_000);
    expect(limitsOf(await read(api_key))).toEqual([2, 0]);
    server.clock.advance(-2 * WINDOW_SECONDS * 1_000);
  });
});

describe('last_used_at', () => {
  it('is written once by 20 parallel requests, and again no sooner than a minute later', async () => {
    const { id, api_key } = await makeKey(await makeOrganisation());
    await query(`create table credential_writes (id uuid)`);
    await query(`create function note_write() returns trigger language plpgsql as
      $$ begin insert into credential_writes values (new.id); return new; end $$`);
    await query(
      `create trigger noted after update on credentials for each row execute function note_write()`,
    );
    const countWrites = async () =>
      (await query('select 1 from credential_writes where id = $1', [id])).rowCount;
    await flood(api_key, 20);
    expect(await countWrites()).toBe(1);
    await query(`update credentials set last_used_at = last_used_at - interval '40 seconds' where id = $1`, [
      id,
    ]);
    await read(api_key);
    expect(await countWrites()).toBe(2);
    await query(`update credentials set last_used_at = last_used_at - interval '21 seconds' where id = $1`, [
      id,
    ]);
    await flood(api_key, 5);
    expect(await countWrites()).toBe(4);
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharePermits } from '../platform/database/pools/share-permits.ts';
import { callApi } from '../testing/call-api.ts';
import { joinByLink } from '../testing/join-by-link.ts';
import { joinSession, type JoinedDevice } from '../testing/join-session.ts';
import { seedOrganisation, type Seed } from '../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { takePhoto } from '../testing/take-photo.ts';

/** At least twice as many as a process has connections. */
const WRITES = 40;
/** A limit for a test that hangs. */
const PATIENCE = { timeout: 30_000, interval: 20 };

let server: TestServer;
let permits: number;
let neighbour: Seed;
let device: JoinedDevice;
beforeAll(async () => {
  server = await startTestServer();
  permits = sharePermits(server.context.database.size).session;
  neighbour = await seedOrganisation(server.context);
  device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
});
afterAll(() => server.close());

/** Works while nobody else gets the lock of the device's session. */
const whileLocked = async (work: () => Promise<void>): Promise<void> => {
  const locker = await server.context.database.pool.connect();
  await locker.query('begin');
  await locker.query('select from sessions where id = $1 for update', [device.sessionId]);
  try {
    await work();
  } finally {
    await locker.query('rollback');
    locker.release();
  }
};

/** Counting a request is a statement of its own, and over before the write begins. */
const countWaiting = async (): Promise<number> => {
  const { rows } = await server.context.database.pool.query<{ count: number }>(
    `
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query not like '%rate_windows%'
    `,
  );
  return rows[0]!.count;
};

/** Gives the most transactions that wait for a lock at once while something is done. */
const watchWaiting = async (work: () => Promise<void>): Promise<number> => {
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  let most = 0;
  while (!isDone) most = Math.max(most, await countWaiting());
  await working;
  return most;
};

const WAYS: [string, () => Promise<() => Promise<{ status: number }>>][] = [
  [
    'changes of it',
    async () => () => callApi(server, `PATCH /sessions/${device.sessionId}`, { body: { notes: 'Roof' } }),
  ],
  [
    'changes of it under keys',
    async () => {
      let keys = 0;
      return () =>
        callApi(server, `PATCH /sessions/${device.sessionId}`, {
          body: { notes: 'Roof' },
          headers: { 'idempotency-key': `key-${++keys}` },
        });
    },
  ],
  [
    'photos',
    async () => {
      const photo = await takePhoto();
      return () => device.send('/photos', photo, { 'content-type': 'image/jpeg' });
    },
  ],
  [
    'uploads that begin',
    async () => () =>
      device.call('POST', '/uploads', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filetype ${Buffer.from('image/jpeg').toString('base64')}`,
      }),
  ],
  [
    'joins',
    async () => {
      const links: string[] = [];
      while (links.length < WRITES) {
        const invite = await server.client.participants.create(device.sessionId, {});
        links.push(invite.join_url!);
      }
      return () => joinByLink(links.pop()!);
    },
  ],
];

it('writes to one session that is stuck leave the organisation connections for its other sessions', async () => {
  const { id: other } = await server.client.sessions.create({});
  const change = (id: string) => callApi(server, `PATCH /sessions/${id}`, { body: { notes: 'Roof' } });
  let stuck: Promise<{ status: number }>[] = [];
  await whileLocked(async () => {
    // The id in either case of its letters names the same session.
    const ids = [device.sessionId, device.sessionId.toUpperCase()];
    stuck = Array.from({ length: 10 }, (_, n) => change(ids[n % 2]!));
    await vi.waitFor(async () => expect(await countWaiting()).toBe(permits), PATIENCE);
    expect((await change(other)).status).toBe(200);
    expect(await countWaiting()).toBe(permits);
  });
  await Promise.all(stuck);
});

describe(`${WRITES} at once that wait for one session`, () => {
  it.each(WAYS)(
    'as %s have at most the connections of one organisation, and a neighbour theirs',
    async (_, open) => {
      const write = await open();
      let writes: Promise<{ status: number }>[] = [];
      await whileLocked(async () => {
        writes = Array.from({ length: WRITES }, write);
        const most = await watchWaiting(async () => {
          await vi.waitFor(async () => expect(await countWaiting()).toBe(permits), PATIENCE);
          const neighbours = await Promise.all(
            ['GET /sessions', 'POST /sessions'].map((route) =>
              callApi({ baseUrl: server.baseUrl, seed: neighbour }, route),
            ),
          );
          expect(neighbours.map(({ status }) => status)).toEqual([200, 201]);
        });
        expect(most).toBe(permits);
      });
      const statuses = (await Promise.all(writes)).map(({ status }) => status);
      expect(statuses.filter((status) => (status >= 200 && status < 300) || status === 503)).toHaveLength(
        WRITES,
      );
    },
  );
});

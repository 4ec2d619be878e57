import { setTimeout as sleep } from 'node:timers/promises';
import { joinSession, type JoinedDevice } from '@field-inspection/server/testing/join-session';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { startDatabaseProxy } from '@field-inspection/server/testing/start-database-proxy';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { FieldInspection } from '@field-inspection/sdk';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const REFUSED_MS = 10_000;
const WRITES = 40;

let world: ProcessWorld;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let server: SpawnedServer;
let device: JoinedDevice;

beforeAll(async () => {
  world = await openProcessWorld();
  proxy = await startDatabaseProxy(world.databaseUrl);
  server = await world.spawn('api', { DATABASE_URL: proxy.databaseUrl });
  const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
  device = await joinSession({ client, baseUrl: server.baseUrl });
  await device.call('PATCH', '/consent', { camera: 'granted' });
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

type Outcome = { status: number; retryAfter: string | null; ms: number; id: unknown };

const create = async (reference: string, key?: string): Promise<Outcome> => {
  const begun = performance.now();
  const response = await fetch(`${server.baseUrl}/api/v1/public/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.seed.apiKey}`,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify({ reference }),
  });
  const body = (await response.json()) as { id?: string };
  const ms = performance.now() - begun;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ms, id: body.id };
};

const expectRefusedInTime = (outcome: Outcome): void => {
  expect(outcome).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) as string });
  expect(outcome.ms).toBeLessThan(REFUSED_MS);
};

/** A client repeats with the same key until the write is neither refused nor in flight. */
const createUntilDone = async (reference: string, key: string): Promise<Outcome> => {
  for (;;) {
    const outcome = await create(reference, key);
    if (outcome.status !== 503 && outcome.status !== 409) return outcome;
    await sleep(500);
  }
};

const countOf = (reference: string): Promise<number> =>
  world.context.database.prisma.session.count({ where: { reference } });

it('a write that begins while the database is frozen is refused within 10 seconds, and its retry makes one resource', async () => {
  proxy.freeze();
  const writing = create('frozen before', 'key-before');
  const begun = performance.now();
  const metrics = await fetch(`${server.baseUrl}/metrics`, {
    headers: { authorization: 'Bearer test-metrics-token' },
  });
  expect([metrics.status, performance.now() - begun < 5_000]).toEqual([200, true]);
  expect(await metrics.text()).toMatch(/^part_ready\{part="database"\} 0$/m);
  const refused = await writing;
  proxy.thaw();
  expectRefusedInTime(refused);
  const done = await createUntilDone('frozen before', 'key-before');
  expect(done.status).toBe(201);
  expect(await countOf('frozen before')).toBe(1);
});

it('a write that the freeze meets in its transaction is refused within 10 seconds, and its retry makes one resource', async () => {
  const blocker = await lockSessions(world.databaseUrl);
  const writing = create('frozen within', 'key-within');
  await untilWaiting(world.databaseUrl);
  proxy.freeze();
  await blocker.release();
  const refused = await writing;
  expectRefusedInTime(refused);
  proxy.thaw();
  const done = await createUntilDone('frozen within', 'key-within');
  expect(done.status).toBe(201);
  expect(await countOf('frozen within')).toBe(1);
});

it('a write whose commit was never answered is refused within 10 seconds, and its retry gives what was made', async () => {
  proxy.freezeAfter({ said: 'frozen after', then: 'COMMIT' });
  const refused = await create('frozen after', 'key-after');
  expectRefusedInTime(refused);
  expect(await countOf('frozen after')).toBe(1);
  proxy.thaw();
  const done = await createUntilDone('frozen after', 'key-after');
  const { id } = await world.context.database.prisma.session.findFirstOrThrow({
    where: { reference: 'frozen after' },
  });
  expect(done).toMatchObject({ status: 201, id });
  expect(await countOf('frozen after')).toBe(1);
});

it('more writes at once than there are connections, a photo and a read are all refused in time, and all is well after the thaw', async () => {
  const keys = Array.from({ length: WRITES }, (_, index) => `many-${index}`);
  const photo = await takePhoto();
  proxy.freeze();
  const begun = performance.now();
  const [sent, read, ...refused] = await Promise.all([
    device.send('/photos', photo, { 'content-type': 'image/jpeg' }),
    device.call('GET', '/session'),
    ...keys.map((key) => create(key, key)),
  ]);
  expect(performance.now() - begun).toBeLessThan(REFUSED_MS);
  expect([sent.status, read.status]).toEqual([503, 503]);
  for (const outcome of refused) expectRefusedInTime(outcome);
  proxy.thaw();
  const done = await Promise.all(keys.map((key) => createUntilDone(key, key)));
  expect(done.filter(({ status }) => status !== 201)).toEqual([]);
  for (const key of keys) expect(await countOf(key)).toBe(1);
  expect((await device.send('/photos', photo, { 'content-type': 'image/jpeg' })).status).toBe(201);
  // The same process goes on, with every connection of its pools.
  const again = await Promise.all(keys.map((key) => create(`${key} again`)));
  expect(again.filter(({ status }) => status !== 201)).toEqual([]);
  expect(server.lines.filter((line) => line.includes('"msg":"request failed"'))).toEqual([]);
  expect(server.lines.join('\n')).toMatch(/"causes":\[\{[^\]]*"message":"no answer within two seconds"/);
});

const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
};

const lockSessions = async (databaseUrl: string) => {
  const client = await connect(databaseUrl);
  await client.query('begin; lock table sessions in share mode');
  return {
    release: async () => {
      await client.query('rollback');
      await client.end();
    },
  };
};

const untilWaiting = async (databaseUrl: string): Promise<void> => {
  const client = await connect(databaseUrl);
  for (;;) {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return client.end();
    await sleep(20);
  }
};

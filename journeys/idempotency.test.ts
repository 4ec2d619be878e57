import { FieldInspection } from '@field-inspection/sdk';
import { verifyChain } from '@field-inspection/evidence';
import { SCOPES } from '@field-inspection/contract';
import { cloneDatabase } from '@field-inspection/server/testing/clone-database';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { spawnServer, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type World = Awaited<ReturnType<typeof openWorld>>;

const openWorld = async () => {
  const { databaseUrl, drop } = await cloneDatabase();
  const context = await openTestContext(databaseUrl);
  const seed = await seedOrganisation(context);
  const close = async () => {
    await context.close();
    await drop();
  };
  return { databaseUrl, context, seed, close };
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const countRows = async () => ({
  sessions: await world.context.database.prisma.session.count(),
  events: await world.context.database.prisma.event.count(),
  entries: await world.context.database.prisma.auditEntry.count(),
});

describe('idempotency over processes', () => {
  it('makes one session of 50 parallel calls with one key over two server processes', async () => {
    const servers = await Promise.all([spawn(), spawn()]);
    try {
      const before = await countRows();
      const calls = Array.from({ length: 50 }, (_, index) => postRaw(servers[index % 2]!, 'one-key-for-all'));
      const replies = await Promise.all(calls);
      const made = replies.filter(({ status }) => status === 201);
      const refused = replies.filter(({ status }) => status !== 201);
      expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
      // A finished request is replayed to all that repeat it at once, at both processes.
      const replays = await Promise.all(
        Array.from({ length: 50 }, (_, index) => postRaw(servers[index % 2]!, 'one-key-for-all')),
      );
      expect(new Set(replays.map(({ status, body }) => `${status} ${body.id}`))).toEqual(
        new Set([`201 ${made[0]!.body.id}`]),
      );
      for (const { status, body } of refused)
        expect([status, body.code]).toEqual([409, 'idempotency_in_flight']);
      const after = await countRows();
      expect(after).toEqual({
        sessions: before.sessions + 1,
        events: before.events + 1,
        entries: before.entries + 1,
      });
    } finally {
      await Promise.all(servers.map((server) => server.kill()));
    }
  });

  it('of one key raced over two processes with two bodies one runs, and with other methods, credentials and organisations each', async () => {
    const servers = await Promise.all([spawn(), spawn()]);
    const other = await seedOrganisation(world.context);
    const { api_key: second } = await createCredential(world.context, {
      organisationId: world.seed.organisationId,
      name: 'second',
      scopes: [...SCOPES],
      operatorEmail: 'operator@example.com',
      rateLimit: 1_000,
    });
    const session = await world.context.database.prisma.session.findFirstOrThrow();
    const race = (how: { apiKey?: string; path?: string; method?: string; notes?: string }, index: number) =>
      send(servers[index % 2]!, { key: 'raced', ...how });
    try {
      const before = await countRows();
      const bodies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => race({ notes: index % 4 < 2 ? 'one' : 'two' }, index)),
      );
      const made = bodies.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
      for (const { status, body } of bodies.filter(({ status }) => status !== 201))
        expect(['409 idempotency_in_flight', '422 idempotency_key_reused']).toContain(
          `${status} ${body.code}`,
        );
      const late = await Promise.all([0, 1].map((index) => race({ notes: 'three' }, index)));
      expect(late.map(({ status }) => status)).toEqual([422, 422]);

      const others = await Promise.all(
        [0, 1].flatMap((index) => [
          race({ apiKey: second }, index),
          race({ apiKey: other.apiKey }, index),
          race({ method: 'PATCH', path: `/sessions/${session.id}` }, index),
        ]),
      );
      const ran = others.filter(({ status }) => status !== 409);
      expect(new Set(ran.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(3);
      expect(ran.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual(
        [],
      );
      const after = await countRows();
      expect(after.sessions).toBe(before.sessions + 3);
    } finally {
      await Promise.all(servers.map((server) => server.kill()));
    }
  });

  it('makes 500 sessions of 500 keys, each with its event and its chain entry, though the server is killed 20 times', async ({
    annotate,
  }) => {
    const before = await countRows();
    const killed = await writeUnderKills({ writes: 500, kills: 20 });
    expect(killed).toBeGreaterThanOrEqual(20);
    const after = await countRows();
    expect(after).toEqual({
      sessions: before.sessions + 500,
      events: before.events + 500,
      entries: before.entries + 500,
    });
    const entries = await world.context.database.prisma.auditEntry.findMany();
    for (const { sequence, kind, occurred_at, payload, prev_hash, hash } of entries) {
      const verdict = await verifyChain([{ sequence, kind, occurred_at, payload, prev_hash, hash }]);
      expect(verdict.valid).toBe(true);
    }
    await annotate(
      `${killed} kills, ${after.sessions - before.sessions} of 500 keys made one session`,
      'figure',
    );
  });
});

const spawn = (port?: number) =>
  spawnServer('api', {
    databaseUrl: world.databaseUrl,
    env: { LOG_LEVEL: 'info' },
    ...(port ? { port } : {}),
  });

const postRaw = (server: SpawnedServer, key: string) => send(server, { key });

type Call = { key: string; apiKey?: string; method?: string; path?: string; notes?: string };

const send = async (server: SpawnedServer, call: Call) => {
  const { key, apiKey = world.seed.apiKey, method = 'POST', path = '/sessions', notes = 'once' } = call;
  const response = await fetch(`${server.baseUrl}/api/v1/public${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': key,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ notes }),
  });
  return { status: response.status, body: (await response.json()) as { id: string; code: string } };
};

/** Ten writers share the keys; the server is killed after random numbers of replies. */
const writeUnderKills = async ({ writes, kills }: { writes: number; kills: number }): Promise<number> => {
  let server = await spawn();
  const port = Number(new URL(server.baseUrl).port);
  const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl, maxRetries: 0 });
  const killAt = new Set(spread(writes, kills));
  let killed = 0;
  let next = 0;
  let started = 0;
  let restarting: Promise<void> = Promise.resolve();
  const restart = async () => {
    await server.kill('SIGKILL');
    killed += 1;
    server = await spawn(port);
  };
  const writer = async () => {
    while (next < writes) {
      const key = `key-${next++}`;
      // This request and the other writers' are under way at the kill.
      if (killAt.has(++started)) restarting = restarting.then(restart);
      await writeUntilDone(client, { key, ready: () => restarting });
    }
  };
  await Promise.all(Array.from({ length: 10 }, writer));
  await restarting;
  await server.kill('SIGTERM');
  return killed;
};

const writeUntilDone = async (
  client: FieldInspection,
  { key, ready }: { key: string; ready: () => Promise<void> },
) => {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      return await client.sessions.create({ notes: key }, { idempotencyKey: key });
    } catch {
      await ready();
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  throw new Error(`${key} was never written`);
};

const spread = (total: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor((index + Math.random()) * (total / count)) + 1);

import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { dataDirOf } from '@field-inspection/server/testing/data-dir-of';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { expect, onTestFinished } from 'vitest';
import { startKeyTraffic } from './key-traffic.ts';
import { openWebhookReceiver } from '../open-webhook-receiver.ts';

const OLD = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const NEW = `next:${Buffer.alloc(32, 8).toString('base64')}`;

/** Gives the amount of traffic during the rotation. */
export const expectKeysRotated = async (): Promise<{ rounds: number; deliveries: number }> => {
  const world = await openProcessWorld();
  onTestFinished(world.close);
  const receiver = await openWebhookReceiver(world);
  onTestFinished(receiver.close);
  const { organisationId, apiKey } = world.seed;
  const { secret } = await seedWebhookEndpoint(world.context, {
    organisationId,
    url: receiver.urlOf('/hooks'),
  });
  const fleet = await openFleet(world, OLD);
  const traffic = startKeyTraffic({
    apiKey,
    listProcesses: fleet.listProcesses,
    callbackUrl: receiver.urlOf('/callbacks'),
  });
  await traffic.waitRounds(2);

  // Each process must know the new key before the first one seals with it.
  await fleet.restartEach(`${OLD},${NEW}`);
  await traffic.waitRounds(1);
  await fleet.restartEach(`${NEW},${OLD}`);
  await fleet.waitStopped();
  await traffic.waitRounds(2);
  const before = await countSealed(world, 'test');
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'idempotency_keys.body_sealed',
      'messages.secret_sealed',
      'organisations.callback_secret_sealed',
      'participants.token_sealed',
      'webhook_endpoints.secret_sealed',
    ]),
  );

  const done = await admin(world, `${NEW},${OLD}`, 'master-key', 'reseal', '--json');
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(done.stdout)).toMatchObject({ key: 'next' });
  expect(await countSealed(world, 'test')).toEqual({});

  await fleet.restartEach(NEW);
  await traffic.waitRounds(2);
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
  expect(await fleet.waitStopped()).toEqual([0, 0, 0, 0, 0, 0]);

  const { prisma } = world.context.database;
  await expect.poll(() => prisma.queuedDelivery.count(), { timeout: 60_000 }).toBe(0);
  const hooks = receiver.arrivals.filter(({ path }) => path === '/hooks');
  const ids = hooks.map(({ body, headers }) => verifyWebhook({ body, headers, secrets: secret }).id);
  expect(new Set(ids).size).toBe(await prisma.event.count());
  expect(new Set(ids).size).toBeGreaterThan(traffic.counts.sessions);
  expect(await admin(world, NEW, 'verify-restore', '--json')).toMatchObject({ exitCode: 0 });
  await expect(world.spawn('api', { MASTER_KEYS: OLD })).rejects.toThrow(
    /MASTER_KEYS: lacks the key next, under which values of the database are sealed\. Add it/,
  );
  const impostor = `next:${Buffer.alloc(32, 9).toString('base64')}`;
  await expect(world.spawn('worker', { MASTER_KEYS: impostor })).rejects.toThrow(
    /MASTER_KEYS: the key next is not the one that the database knows by this id/,
  );
  return { rounds: traffic.counts.rounds, deliveries: ids.length };
};

/** A load balancer in front of two processes takes one out before it stops. */
const openFleet = async (world: ProcessWorld, keys: string) => {
  const start = (MASTER_KEYS: string) => world.spawn('all', { MASTER_KEYS });
  const live: SpawnedServer[] = [await start(keys), await start(keys)];
  const stopping: Promise<number | string>[] = [];
  return {
    listProcesses: () => live.map(({ baseUrl }) => baseUrl),
    restartEach: async (next: string) => {
      for (const index of live.keys()) {
        const fresh = await start(next);
        const [old] = live.splice(index, 1, fresh);
        stopping.push(old!.kill('SIGTERM'));
      }
    },
    waitStopped: () => Promise.all(stopping),
  };
};

const admin = ({ databaseUrl }: ProcessWorld, MASTER_KEYS: string, ...argv: string[]) =>
  runAdmin(
    {
      MASTER_KEYS,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirOf(databaseUrl),
      BASE_URL: 'http://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
    ...argv,
  );

const countSealed = async (
  { context }: Pick<ProcessWorld, 'context'>,
  kid: string,
): Promise<Record<string, number>> => {
  const { pool } = context.database;
  const { rows: columns } = await pool.query<{ place: string; table: string; column: string }>(
    `select table_name || '.' || column_name as place,
       format('%I.%I', table_schema, table_name) as table, format('%I', column_name) as column
     from information_schema.columns
     where table_schema in ('public', 'graphile_worker')
       and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`,
  );
  const counts: Record<string, number> = {};
  for (const { place, table, column } of columns) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${column}::text like $1`,
      [`%v1.${kid}.%`],
    );
    if (rows[0]!.count > 0) counts[place] = rows[0]!.count;
  }
  return counts;
};

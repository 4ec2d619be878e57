import { drainBacklog } from './drain-backlog.ts';
import { inPercent, perSecond, type Finding } from '../finding.ts';
import type { BenchDatabase, BenchWorld } from '../open-bench-world.ts';
import { openTenants, type Tenant } from './open-tenants.ts';
import { percentile } from '../percentile.ts';

const EVENTS = 50;
const ROUNDS = 3;
const BATCH = 20_000;
const LIMIT = 0.8;

/** Row 24: what future retries and jobs that failed for good cost the deliveries that are due. */
export const measureBallast = async (
  world: BenchWorld,
  { retries, failed }: { retries: number; failed: number },
): Promise<Finding[]> => {
  const empty = await openSide(world);
  const full = await openSide(world);
  await addRetries(full.database, full.tenants[0]!, retries);
  await addFailedJobs(full.database, failed);
  for (const table of [
    'webhook_deliveries',
    'webhook_queued_deliveries',
    'webhook_due_endpoints',
    'graphile_worker._private_jobs',
  ]) {
    await full.database.context.database.prisma.$executeRawUnsafe(`analyze ${table}`);
  }
  const without: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await empty.drain());
    beside.push(await full.drain());
  }
  await empty.database.close();
  await full.database.close();
  const [rateWithout, rateBeside] = [percentile(without, 0.5), percentile(beside, 0.5)];
  const ratio = rateBeside / rateWithout;
  const what = `${retries} future retries and ${failed} jobs that failed for good`;
  return [
    {
      what: `${what}: deliveries without them, and beside them (median of ${ROUNDS})`,
      result: `${perSecond(rateWithout)}, ${perSecond(rateBeside)}`,
      limit: '',
      holds: null,
    },
    {
      what: `${what}: throughput beside them`,
      result: inPercent(ratio),
      limit: inPercent(LIMIT),
      holds: ratio >= LIMIT,
    },
  ];
};

const openSide = async (world: BenchWorld) => {
  const database = await world.openDatabase();
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await openTenants(database.context, { organisations: 20, endpoints: 10, urlOf });
  const drain = async () =>
    (await drainBacklog(database, world.receiver, { tenants, events: EVENTS })).perSecond;
  // The first start of a worker makes the tasks that the ballast refers to.
  await drain();
  return { database, tenants, drain };
};

/** Deliveries that failed and are due in a day, each with its wake; in batches, under the statement timeout. */
const addRetries = async ({ context }: BenchDatabase, tenant: Tenant, count: number): Promise<void> => {
  const { pool } = context.database;
  const eventId = context.ids.next();
  await pool.query(
    `insert into events (organisation_id, id, type, data, created_at) values ($1, $2, 'ping', '{}', now())`,
    [tenant.organisationId, eventId],
  );
  for (let first = 1; first <= count; first += BATCH) {
    await pool.query(
      `
      with deliveries as (
        insert into webhook_deliveries
          (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count,
            failure_count, next_attempt_at, created_at)
        select $1, uuid_v7(), ($2::uuid[])[1 + n % 10], $3, 'ping', 1000000 + n, 'failed', 1, 1,
          now() + interval '1 day' + n * interval '1 millisecond', now()
        from generate_series($4::int, $5::int) n
        returning *
      ),
      queued as (
        insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
        select organisation_id, endpoint_id, id, sequence, next_attempt_at from deliveries
      )
      insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
      select organisation_id, endpoint_id, next_attempt_at from deliveries
      `,
      [tenant.organisationId, tenant.endpointIds, eventId, first, Math.min(count, first + BATCH - 1)],
    );
  }
};

const addFailedJobs = async ({ context }: BenchDatabase, count: number): Promise<void> => {
  await context.database.pool.query(
    `
    insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, last_error)
    select t.id, '{}', 25, 25, 'told to fail'
    from graphile_worker._private_tasks t, generate_series(1, $1::int)
    where t.identifier = 'deliver-webhook'
    `,
    [count],
  );
};

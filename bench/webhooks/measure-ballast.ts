import { inPercent, judgeAtLeast, perSecond, tell, type Finding } from '../harness/figures.ts';
import type { BenchDatabase, BenchWorld } from '../harness/open-world.ts';
import { compareByTurns } from '../harness/turns.ts';
import type { Tenant } from '../stage/move-in.ts';
import { openBacklogs } from './measure-throughput.ts';

const BACKLOG = { tenants: 20, events: 50 };
const ROUNDS = 3;
const BATCH = 20_000;
const LIMIT = 0.8;

const GROWN = ['webhook_deliveries', 'webhook_queue', 'webhook_wakes', 'graphile_worker._private_jobs'];

/** Measures what future retries and jobs that failed for good cost the deliveries that are due. */
export const measureBallast = async (
  world: BenchWorld,
  { retries, failed }: { retries: number; failed: number },
): Promise<Finding[]> => {
  const sides = [await openBacklogs(world, BACKLOG), await openBacklogs(world, BACKLOG)] as const;
  const [empty, full] = sides;
  // The first start of a worker makes the tasks that the ballast refers to.
  for (const { drain } of sides) await drain();
  await addRetries(full.database, full.tenants[0]!, retries);
  await addFailedJobs(full.database, failed);
  await full.database.context.database.pool.query(`analyze ${GROWN.join(', ')}`);
  const [without, beside] = await compareByTurns(
    ROUNDS,
    sides.map(
      ({ drain }) =>
        async () =>
          (await drain()).delivered,
    ),
  );
  await empty.database.close();
  await full.database.close();
  const what = `${retries} future retries and ${failed} jobs that failed for good`;
  const medians = `${perSecond(without!)}, ${perSecond(beside!)}`;
  return [
    tell(`${what}: deliveries without them, and beside them (median of ${ROUNDS})`, medians),
    judgeAtLeast(`${what}: throughput beside them`, beside! / without!, { least: LIMIT, inWords: inPercent }),
  ];
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
        insert into webhook_queue (organisation_id, endpoint_id, delivery_id, sequence, due_at)
        select organisation_id, endpoint_id, id, sequence, next_attempt_at from deliveries
      )
      insert into webhook_wakes (organisation_id, endpoint_id, due_at)
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

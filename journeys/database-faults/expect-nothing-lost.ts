import { verifyChain } from '@field-inspection/evidence';
import { expect } from 'vitest';
import type { FaultWorld } from './open-fault-world.ts';
import { listOddOutcomes, type Load } from './write-under-load.ts';

const DELIVERED = { timeout: 60_000, interval: 250 };

/**
 * Every acknowledged write is there once with its event, delivery and chain; every event came; the endpoint's sequence
 * has no gap; both processes still run.
 */
export const expectNothingLost = async (world: FaultWorld, load: Load) => {
  const { prisma } = world.context.database;
  expect(load.faults).toEqual([]);
  expect(listOddOutcomes(load.outcomes)).toEqual([]);
  const sessions = await prisma.session.findMany({ select: { id: true, reference: true } });
  expect(new Map(sessions.map(({ id, reference }) => [reference, id]))).toEqual(load.acknowledged);
  expect(sessions).toHaveLength(load.acknowledged.size);

  const events = await prisma.event.findMany({ where: { type: 'session.created' } });
  expect(events).toHaveLength(sessions.length);
  await expect
    .poll(() => prisma.webhookDelivery.count({ where: { status: { not: 'delivered' } } }), DELIVERED)
    .toBe(0);
  const arrivals = world.receiver.arrivals.map(
    ({ body }) => JSON.parse(body) as { id: string; sequence: number },
  );
  expect(new Set(arrivals.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
  const sequences = [...new Set(arrivals.map(({ sequence }) => sequence))].sort((one, other) => one - other);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));

  const entries = await prisma.auditEntry.findMany();
  expect(entries).toHaveLength(sessions.length);
  for (const { sequence, kind, occurred_at, payload, prev_hash, hash } of entries) {
    const verdict = await verifyChain([{ sequence, kind, occurred_at, payload, prev_hash, hash }]);
    expect(verdict.valid).toBe(true);
  }
  await expectNoWorkGivenUp(world);
  for (const { pid } of [world.api, world.worker]) expect(process.kill(pid, 0)).toBe(true);
  return {
    acknowledged: load.acknowledged.size,
    refused: load.outcomes.filter(({ status }) => status === 503).length,
    slowestMs: Math.round(Math.max(...load.outcomes.map(({ ms }) => ms))),
    sentTwice: arrivals.length - events.length,
  };
};

/**
 * Only runs of the crontab may give up: a minute without a table may use up their three tries, and the next run makes
 * up for it. Each job succeeds when it is tried again, as `script/admin job retry` does.
 */
const expectNoWorkGivenUp = async ({ context }: FaultWorld): Promise<void> => {
  const givenUp = await listGivenUp(context);
  expect(givenUp.filter(({ by_clock }) => !by_clock)).toEqual([]);
  await context.database.pool.query(
    'select from graphile_worker.reschedule_jobs($1, run_at := now(), attempts := 0)',
    [givenUp.map(({ id }) => id)],
  );
  const listLeft = async () => {
    const { rows } = await context.database.pool.query(
      'select last_error from graphile_worker._private_jobs where id = any ($1)',
      [givenUp.map(({ id }) => id)],
    );
    return rows;
  };
  await expect.poll(listLeft, DELIVERED).toEqual([]);
};

const listGivenUp = async ({ database }: FaultWorld['context']) => {
  const { rows } = await database.pool.query<{ id: string; kind: string; by_clock: boolean; error: string }>(
    `select j.id, t.identifier as kind, j.payload::jsonb ? '_cron' as by_clock, j.last_error as error
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts`,
  );
  return rows;
};

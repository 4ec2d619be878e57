import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { publishTestEvent } from '@field-inspection/server/testing/publish-test-event';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import { expect, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';

it('a poison job fails alone and waits for its next try; one for what is gone ends; neither holds anything up', async ({
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const receiver = await openWebhookReceiver(world);
  onTestFinished(() => receiver.close());
  const { organisationId } = world.seed;
  const { database } = world.context;
  const deleted = await seedWebhookEndpoint(world.context, {
    organisationId,
    url: receiver.urlOf('/deleted'),
  });
  await publishTestEvent(world.context, organisationId);
  await database.prisma.webhookEndpoint.updateMany({
    where: { id: deleted.id },
    data: { deleted_at: new Date(), secret_sealed: '' },
  });
  await seedWebhookEndpoint(world.context, { organisationId, url: receiver.urlOf('/live') });
  const poisons = [
    {},
    [{}],
    { organisation_id: organisationId },
    { organisation_id: organisationId, delivery_id: `${NOBODY}' or 1=1` },
    { organisation_id: 7, delivery_id: NOBODY },
  ];
  for (const payload of [...poisons, { organisation_id: organisationId, delivery_id: NOBODY }]) {
    await database.pool.query(`select graphile_worker.add_job('deliver-webhook', $1::json)`, [
      JSON.stringify(payload),
    ]);
  }
  await publishTestEvent(world.context, organisationId);
  const readJobs = async () => {
    const { rows } = await database.pool.query<{ attempts: number; is_later: boolean; last_error: string }>(
      `select attempts, run_at > now() as is_later, last_error from graphile_worker._private_jobs`,
    );
    return rows;
  };

  await world.spawn('worker');
  await expect.poll(() => receiver.arrivals.map(({ path }) => path), { timeout: 30_000 }).toEqual(['/live']);
  await expect.poll(async () => (await readJobs()).length).toBe(poisons.length);
  for (const { attempts, is_later, last_error } of await readJobs()) {
    expect({ attempts, is_later }).toEqual({ attempts: 1, is_later: true });
    expect(last_error).toContain('invalid_');
  }

  // A job without tries left is never taken, and later events are delivered all the same.
  await database.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts, run_at = now()',
  );
  await publishTestEvent(world.context, organisationId);
  await expect.poll(() => receiver.arrivals.length, { timeout: 30_000 }).toBe(2);
  expect((await readJobs()).map(({ attempts }) => attempts)).toEqual(poisons.map(() => 25));
  expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/live', '/live']);
});

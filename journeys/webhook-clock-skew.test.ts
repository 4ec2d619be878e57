import { fileURLToPath } from 'node:url';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { publishTestEvent } from '@field-inspection/server/testing/publish-test-event';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import { expect, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';

const MINUTE_MS = 60_000;
const DELAY_MS = 2_000;
const SKEW_CLOCK = fileURLToPath(new URL('skew-clock.ts', import.meta.url));

it.each<[string, Record<string, string>]>([
  ['is 10 minutes ahead', { SKEW_MS: String(10 * MINUTE_MS) }],
  ['is 10 minutes behind', { SKEW_MS: String(-10 * MINUTE_MS) }],
  ['is set back by 10 minutes before a retry', { STEP_MS: String(-10 * MINUTE_MS) }],
  ['repeats a second before a retry, as for a leap second', { STEP_MS: '-1000' }],
  [
    'goes back by an hour before a retry, since summer time ends',
    { TZ: 'Europe/Berlin', STEP_TO: '2026-10-25T00:59:59Z' },
  ],
])("a worker whose clock %s signs with the database's time and keeps the schedule", async (_, clock) => {
  const world = await openProcessWorld();
  const receiver = await openWebhookReceiver(world);
  try {
    const { organisationId } = world.seed;
    await seedWebhookEndpoint(world.context, { organisationId, url: receiver.urlOf('/hooks') });
    // The database's clock is this process's.
    const times: { signed: number; arrived: number }[] = [];
    receiver.answer(({ headers }, response) => {
      const signed = Number(/t=(\d+)/.exec(String(headers['svc-signature']))?.[1]);
      times.push({ signed, arrived: Date.now() / 1000 });
      if (times.length === 1) process.kill(worker.pid, 'SIGUSR2');
      response.writeHead(times.length === 1 ? 500 : 204).end();
    });
    const worker = await world.spawn('worker', {
      NODE_OPTIONS: `--import=${SKEW_CLOCK}`,
      ...clock,
      WEBHOOK_RETRY_DELAYS: String(DELAY_MS / 1000),
    });
    const published = Date.now() / 1000;
    await publishTestEvent(world.context, organisationId);
    await expect.poll(() => times.length, { timeout: 60_000 }).toBe(2);

    for (const { signed, arrived } of times) {
      expect(signed).toBeGreaterThan(published - 2);
      expect(signed).toBeLessThan(arrived + 1);
    }
    await expect
      .poll(() => world.context.database.prisma.webhookDelivery.count({ where: { status: 'delivered' } }))
      .toBe(1);
    const [first, second] = await world.context.database.prisma.webhookAttempt.findMany({
      orderBy: { number: 'asc' },
    });
    expect(second!.started_at.getTime() - first!.finished_at!.getTime()).toBeGreaterThanOrEqual(DELAY_MS);
    expect(Math.abs(first!.started_at.getTime() / 1000 - published)).toBeLessThan(60);
  } finally {
    await receiver.close();
    await world.close();
  }
});

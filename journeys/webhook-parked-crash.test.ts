import type { ServerResponse } from 'node:http';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { publishTestEvent } from '@field-inspection/server/testing/publish-test-event';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import { expect, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';

const CAP = 2;
const EVENTS = 10;
const RESUME_MS = 45_000;

it("kill -9 of the worker that held an endpoint's permits: what was parked behind them arrives within 45 s of the restart", async ({
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const receiver = await openWebhookReceiver(world);
  onTestFinished(() => receiver.close());
  const { database } = world.context;
  const { organisationId } = world.seed;
  await seedWebhookEndpoint(world.context, { organisationId, url: receiver.urlOf('/hooks') });
  const held: ServerResponse[] = [];
  receiver.answer((_, response) => held.push(response));
  for (let event = 0; event < EVENTS; event++) await publishTestEvent(world.context, organisationId);

  const worker = await world.spawn('worker', { WORKER_CONCURRENCY: String(8 * CAP) });
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(CAP);
  // Later deliveries are parked: they have no wake.
  await expect.poll(() => database.prisma.dueEndpoint.count(), { timeout: 30_000 }).toBe(0);
  expect(await database.prisma.queuedDelivery.count()).toBe(EVENTS);
  await worker.kill('SIGKILL');
  receiver.answer((_, response) => response.writeHead(204).end());

  await world.spawn('worker', { WORKER_CONCURRENCY: String(8 * CAP) });
  const restartedAt = performance.now();
  const countDelivered = () => database.prisma.webhookDelivery.count({ where: { status: 'delivered' } });
  await expect.poll(countDelivered, { timeout: RESUME_MS + 5_000, interval: 250 }).toBe(EVENTS);
  expect(performance.now() - restartedAt).toBeLessThan(RESUME_MS);
  const ids = receiver.arrivals.map(({ headers }) => headers['svc-event-id']);
  expect(new Set(ids).size).toBe(EVENTS);
  expect(ids.length).toBeLessThanOrEqual(EVENTS + CAP);
});

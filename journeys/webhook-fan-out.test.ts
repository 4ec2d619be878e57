import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { publishTestEvent } from '@field-inspection/server/testing/publish-test-event';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import { expect, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';

const ENDPOINTS = 1_000;
const DEAD = ENDPOINTS / 10;

it('one event for 1 000 endpoints, of which 100 are dead, reaches each of the 900 others once', async ({
  annotate,
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const receiver = await openWebhookReceiver(world);
  onTestFinished(() => receiver.close());
  const { organisationId } = world.seed;
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => {
    if (index % 20 === 0) return 'https://127.0.0.1:1/refuses';
    return receiver.urlOf(index % 20 === 10 ? `/hangs/${index}` : `/healthy/${index}`);
  });
  for (const url of urls) await seedWebhookEndpoint(world.context, { organisationId, url });
  receiver.answer(({ path }, response) => path.startsWith('/hangs') || response.writeHead(204).end());
  await publishTestEvent(world.context, organisationId);

  const startedAt = performance.now();
  await world.spawn('worker', { WEBHOOK_TIMEOUT: '3' });
  const countBy = async () => {
    const groups = await world.context.database.prisma.webhookDelivery.groupBy({
      by: ['status'],
      _count: true,
    });
    return Object.fromEntries(groups.map(({ status, _count }) => [status, _count]));
  };
  await expect
    .poll(countBy, { timeout: 60_000, interval: 250 })
    .toEqual({ delivered: ENDPOINTS - DEAD, failed: DEAD });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const paths = receiver.arrivals.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => path.startsWith('/healthy'))).toHaveLength(ENDPOINTS - DEAD);
  expect(new Set(receiver.arrivals.map(({ headers }) => headers['svc-event-id'])).size).toBe(1);
  await annotate(
    `${ENDPOINTS - DEAD} of ${ENDPOINTS - DEAD} healthy ones, once each, ${seconds} s after the start`,
    'figure',
  );
});

import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { publishTestEvent } from '@field-inspection/server/testing/publish-test-event';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';

let world: ProcessWorld;
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;

beforeEach(async () => {
  world = await openProcessWorld();
  receiver = await openWebhookReceiver(world);
  const { organisationId } = world.seed;
  await seedWebhookEndpoint(world.context, { organisationId, url: receiver.urlOf('/hooks') });
});
afterEach(async () => {
  await receiver.close();
  await world.close();
});

const publish = () => publishTestEvent(world.context, world.seed.organisationId);
const notify = () => world.context.database.pool.query('notify webhook_wakes');
const listStatuses = async () => {
  const rows = await world.context.database.prisma.webhookDelivery.findMany();
  return rows.map(({ status, attempt_count }) => ({ status, attempt_count }));
};

describe('the workers', () => {
  it('two workers and one due retry, each told of it many times: it is sent once', async () => {
    await Promise.all([1, 2].map(() => world.spawn('worker', { WEBHOOK_RETRY_DELAYS: '1,1,3600' })));
    receiver.answer((_, response) => response.writeHead(receiver.arrivals.length === 1 ? 500 : 204).end());
    await publish();
    const telling = setInterval(() => void notify(), 20);
    await expect.poll(listStatuses, { timeout: 30_000 }).toEqual([{ status: 'delivered', attempt_count: 2 }]);
    clearInterval(telling);
    const attempts = receiver.arrivals.map(({ headers }) => headers['svc-delivery-attempt']);
    expect(attempts).toEqual(['1', '2']);
  });

  it('a job that no worker was told of is found by polling', async () => {
    await world.spawn('worker');
    await publish();
    await expect.poll(() => receiver.arrivals.length, { timeout: 30_000 }).toBe(1);
    // Written without publishEvent, which would notify.
    await world.context.database.pool.query(`
      with delivery as (
        insert into webhook_deliveries
          (organisation_id, id, endpoint_id, event_id, event_type, sequence, next_attempt_at, created_at)
        select organisation_id, uuid_v7(), endpoint_id, event_id, event_type, 2, created_at, created_at
        from webhook_deliveries
        returning *
      ),
      queued as (
        insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
        select organisation_id, endpoint_id, id, sequence, next_attempt_at from delivery
      )
      insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
      select organisation_id, endpoint_id, next_attempt_at from delivery
    `);
    await expect.poll(() => receiver.arrivals.length, { timeout: 30_000 }).toBe(2);
  });
});

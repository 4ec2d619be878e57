import { expect, test } from 'vitest';
import { DeliveryStatus, WebhookDelivery, webhookEvents } from './webhook-events.ts';

const delivery = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  endpoint: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
  event_type: 'session.joined',
  status: 'pending',
  response_status: null,
  attempt_count: 0,
  created_at: '2026-11-20T14:30:00.000Z',
  delivered_at: null,
};

test('a delivery has the fields of specification 2.5', () => {
  expect(Object.keys(WebhookDelivery.shape)).toEqual(Object.keys(delivery));
  expect(WebhookDelivery.parse(delivery)).toEqual(delivery);
});

test('the states are those of specification 3.3', () => {
  expect(DeliveryStatus.options).toEqual(['pending', 'delivered', 'failed', 'dropped']);
});

test('the log is filtered by endpoint and by status', () => {
  const query = { endpoint: delivery.endpoint, status: 'dropped' };
  expect(webhookEvents.list.query.parse(query)).toEqual({ ...query, limit: 25 });
  expect(webhookEvents.list.query.safeParse({ endpoint: 'mine' }).success).toBe(false);
  expect(webhookEvents.list.query.safeParse({ status: 'paused' }).success).toBe(false);
});

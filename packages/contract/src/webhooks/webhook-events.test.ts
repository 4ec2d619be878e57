import { expect, test } from 'vitest';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.ts';
import { WebhookAttempt, webhookEvents, WebhookDeliveryWithAttempts } from './webhook-events.ts';

const delivery = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  endpoint: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
  event_type: 'session.joined',
  status: 'pending',
  response_status: null,
  attempt_count: 0,
  created_at: '2026-11-20T14:30:00.000Z',
  delivered_at: null,
  event: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a03',
  sequence: 42,
  fetched_at: null,
};

const attempt = {
  number: 1,
  outcome: 'in_progress',
  started_at: '2026-11-20T14:30:00.000Z',
  duration_ms: null,
  response_status: null,
  error_class: null,
  error: null,
  response_excerpt: null,
  response_headers: null,
};

test('a delivery says how it stands, and which event it is in which place', () => {
  expect(Object.keys(WebhookDelivery.shape)).toEqual(Object.keys(delivery));
  expect(WebhookDelivery.parse(delivery)).toEqual(delivery);
});

test('alone it has its attempts too, of which nothing is known before they are over', () => {
  const request = { headers: { 'Svc-Event-Type': 'session.joined' }, body: '{}' };
  const shown = { ...delivery, next_attempt_at: null, request, attempts: [attempt] };
  expect(Object.keys(WebhookAttempt.shape)).toEqual(Object.keys(attempt));
  expect(WebhookDeliveryWithAttempts.parse(shown)).toEqual(shown);
});

test('the states are these four', () => {
  expect(DeliveryStatus.options).toEqual(['pending', 'delivered', 'failed', 'dropped']);
});

test('the log is filtered by endpoint, status, type of event and session', () => {
  const session = delivery.event;
  const query = { endpoint: delivery.endpoint, status: 'dropped', event_type: 'session.joined', session };
  expect(webhookEvents.list.query.parse(query)).toEqual({ ...query, limit: 25 });
  expect(webhookEvents.list.query.safeParse({ endpoint: 'mine' }).success).toBe(false);
  expect(webhookEvents.list.query.safeParse({ status: 'paused' }).success).toBe(false);
  expect(webhookEvents.list.query.safeParse({ event_type: 'session.unknown' }).success).toBe(false);
});

test('what a receiver missed is asked for with a sequence of one endpoint', () => {
  const { query } = webhookEvents.list;
  const { endpoint } = delivery;
  expect(query.parse({ endpoint, after_sequence: '41' })).toEqual({
    endpoint,
    after_sequence: 41,
    limit: 25,
  });
  expect(query.parse({ endpoint, after_sequence: '0' })).toMatchObject({ after_sequence: 0 });
  expect(query.safeParse({ after_sequence: '41' }).error?.issues).toMatchObject([
    { path: ['after_sequence'] },
  ]);
});

test.each(['-1', '1e3', '1.0', ' 1', '', '1234567890123456'])('a sequence is not %j', (after_sequence) => {
  const { error } = webhookEvents.list.query.safeParse({ endpoint: delivery.endpoint, after_sequence });
  expect(error?.issues.map(({ path }) => path)).toEqual([['after_sequence']]);
});

test('a redelivery to a paused endpoint is a conflict', () => {
  expect(webhookEvents.redeliver.metadata.errors).toContain('endpoint_paused');
});

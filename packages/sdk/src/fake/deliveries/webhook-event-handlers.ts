import {
  changeEndpoint,
  describeSituation,
  noSuch,
  requireActiveEndpoint,
  requirePush,
  RETRY_DELAYS_MS,
} from '@field-inspection/rules';
import type {
  WebhookDelivery,
  WebhookDeliveryExplanation,
  WebhookDeliveryWithAttempts,
} from '../../resources/webhook-events.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeState, KeptDelivery } from '../state/fake-state.ts';
import { restartFakeDelivery, viewDelivery } from './publish-fake-event.ts';

const LOG_SIZE = 100;
const ATTEMPTS_SHOWN = 25;

export const webhookEventHandlers: FakeHandlers<'webhookEvents'> = {
  'webhookEvents.list': listDeliveries,
  'webhookEvents.get': getDelivery,
  'webhookEvents.explain': (state, { ids }) => explainDelivery(state, findDelivery(state, ids)),
  'webhookEvents.redeliver': redeliver,
};

function listDeliveries(state: FakeState, { query: given }: FakeInput) {
  const { endpoint, status, event_type: type, session, after_sequence: after } = given;
  const isNarrow = type !== undefined || session !== undefined;
  const matches = (delivery: KeptDelivery) =>
    (endpoint === undefined || delivery.endpoint === endpoint) &&
    (status === undefined || delivery.status === status) &&
    (type === undefined || delivery.event_type === type) &&
    (session === undefined || delivery.session === session) &&
    (after === undefined || delivery.sequence > (after as number));
  const all = [...state.deliveries.values()];
  const page = listFakePage(state, {
    items: after === undefined && !isNarrow ? all.slice(-LOG_SIZE) : all,
    list: 'webhook-events',
    query: given,
    matches,
    order: after === undefined ? 'newest first' : 'oldest first',
  });
  return { ...page, data: page.data.map(viewDelivery) };
}

function getDelivery(state: FakeState, { ids }: FakeInput): WebhookDeliveryWithAttempts {
  const delivery = findDelivery(state, ids);
  const isPulled = state.endpoints.get(delivery.endpoint)?.kind === 'pull';
  return {
    ...viewDelivery(delivery),
    next_attempt_at: isPulled ? null : (delivery.nextAttemptAt?.toISOString() ?? null),
    request: describeRequest(delivery),
    attempts: structuredClone(delivery.attempts.slice(-ATTEMPTS_SHOWN)),
  };
}

const describeRequest = ({ content }: KeptDelivery) => ({
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': 'Field-Inspection-Webhooks/1',
    'Svc-Event-Id': content.id,
    'Svc-Event-Type': content.type,
    'webhook-id': content.id,
  },
  body: JSON.stringify(content),
});

/** Nothing is parked: the fake has a worker for each delivery. */
function explainDelivery(state: FakeState, delivery: KeptDelivery): WebhookDeliveryExplanation {
  const { attempt_count, isUnderWay, fetched_at } = delivery;
  const endpoint = state.endpoints.get(delivery.endpoint)!;
  const failed = delivery.attempts.findLast(({ outcome }) => outcome === 'failed');
  const situation = {
    ...delivery,
    failure_count: delivery.failureCount,
    next_attempt_at: delivery.nextAttemptAt,
    fetched_at: fetched_at === null ? null : new Date(fetched_at),
    leased_attempt: isUnderWay ? attempt_count : null,
    is_leased: isUnderWay,
    endpoint_active: endpoint.active,
    endpoint_deleted: endpoint.isDeleted,
    is_pulled: endpoint.kind === 'pull',
    is_callback: endpoint.session !== null,
    failure_status: failed?.response_status ?? null,
    failure_error: failed?.error ?? null,
    ...{ ahead_count: 0, leased_count: 0, organisation_leased_count: 0 },
  };
  const limits = { cap: Infinity, organisationCap: Infinity, retryCount: RETRY_DELAYS_MS.length };
  const explanation = describeSituation(situation, { ...limits, now: state.now() });
  return {
    delivery: viewDelivery(delivery),
    state: explanation.state,
    due_at: explanation.dueAt?.toISOString() ?? null,
    reason: explanation.reason,
    attempts_left: explanation.attemptsLeft,
    last_error: explanation.lastError,
  };
}

function redeliver(state: FakeState, { ids }: FakeInput): WebhookDelivery {
  const delivery = findDelivery(state, ids);
  const endpoint = state.endpoints.get(delivery.endpoint);
  if (!endpoint || endpoint.isDeleted) throw noSuch('webhook endpoint', delivery.endpoint);
  requirePush(endpoint);
  // No other route sets a stopped callback going.
  if (endpoint.session === null) requireActiveEndpoint(endpoint);
  else Object.assign(endpoint, changeEndpoint(endpoint, { active: true }, state.now()).changes);
  restartFakeDelivery(state, delivery);
  return viewDelivery(delivery);
}

function findDelivery({ deliveries }: FakeState, [id = '']: readonly string[]): KeptDelivery {
  const delivery = deliveries.get(id);
  if (!delivery) throw noSuch('webhook delivery', id);
  return delivery;
}

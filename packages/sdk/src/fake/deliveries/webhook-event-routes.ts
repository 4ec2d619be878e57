import type {
  WebhookDelivery,
  WebhookDeliveryExplanation,
  WebhookDeliveryWithAttempts,
} from '../../resources/webhook-events.ts';
import { explainFakeDelivery, viewDelivery } from './explain-fake-delivery.ts';
import { oneOf, uuid, wholeText } from '../front/fake-fields.ts';
import { refuseField, refuseMissing } from '../front/fake-refusal.ts';
import { type FakeInput, type FakeRoute, pageFields } from '../front/fake-route.ts';
import type { FakeState, KeptDelivery } from '../state/fake-state.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { restartFakeDelivery } from './restart-fake-delivery.ts';
import { checkActive } from './webhook-endpoint-routes.ts';

const LOG_SIZE = 100;
const ATTEMPTS_SHOWN = 25;

const query = {
  fields: {
    ...pageFields,
    endpoint: uuid,
    status: oneOf('pending', 'delivered', 'failed', 'dropped'),
    after_sequence: wholeText(0, Number.MAX_SAFE_INTEGER),
  },
};

/** `/webhook-events` and what is below. */
export const webhookEventRoutes: readonly FakeRoute[] = [
  {
    method: 'GET',
    path: 'webhook-events',
    scope: 'webhooks:read',
    status: 200,
    query,
    run: listDeliveries,
  },
  {
    method: 'GET',
    path: 'webhook-events/{id}',
    scope: 'webhooks:read',
    status: 200,
    run: getDelivery,
  },
  {
    method: 'GET',
    path: 'webhook-events/{id}/explain',
    scope: 'webhooks:read',
    status: 200,
    run: explainDelivery,
  },
  {
    method: 'POST',
    path: 'webhook-events/{id}/redeliver',
    scope: 'webhooks:write',
    status: 202,
    run: redeliver,
  },
];

function listDeliveries(state: FakeState, { query: given }: FakeInput) {
  const { endpoint, status, after_sequence: after } = given;
  if (after !== undefined && endpoint === undefined) {
    throw refuseField('query.after_sequence', 'custom', 'needs endpoint: each endpoint counts for itself');
  }
  const matches = (delivery: KeptDelivery) =>
    (endpoint === undefined || delivery.endpoint === endpoint) &&
    (status === undefined || delivery.status === status) &&
    (after === undefined || delivery.sequence > (after as number));
  const all = [...state.deliveries.values()];
  const page = listFakePage(state, {
    items: after === undefined ? all.slice(-LOG_SIZE) : all,
    list: 'webhook-events',
    query: given,
    matches,
    order: after === undefined ? 'newest first' : 'oldest first',
  });
  return { ...page, data: page.data.map(viewDelivery) };
}

function getDelivery(state: FakeState, { ids }: FakeInput): WebhookDeliveryWithAttempts {
  const delivery = findDelivery(state, ids);
  return {
    ...viewDelivery(delivery),
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    attempts: structuredClone(delivery.attempts.slice(-ATTEMPTS_SHOWN)),
  };
}

function explainDelivery(state: FakeState, { ids }: FakeInput): WebhookDeliveryExplanation {
  return explainFakeDelivery(state, findDelivery(state, ids));
}

function redeliver(state: FakeState, { ids }: FakeInput): WebhookDelivery {
  const delivery = findDelivery(state, ids);
  const endpoint = state.endpoints.get(delivery.endpoint);
  if (!endpoint || endpoint.isDeleted) throw refuseMissing();
  checkActive(endpoint);
  restartFakeDelivery(state, delivery);
  return viewDelivery(delivery);
}

function findDelivery({ deliveries }: FakeState, [id = '']: readonly string[]): KeptDelivery {
  const delivery = deliveries.get(id);
  if (!delivery) throw refuseMissing();
  return delivery;
}

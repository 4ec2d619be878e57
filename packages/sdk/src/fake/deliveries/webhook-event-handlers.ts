import { noSuch } from '@field-inspection/rules';
import type { WebhookDelivery, WebhookDeliveryWithAttempts } from '../../resources/webhook-events.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeState, KeptDelivery } from '../state/fake-state.ts';
import { explainFakeDelivery, viewDelivery } from './explain-fake-delivery.ts';
import { restartFakeDelivery } from './publish-fake-event.ts';
import { checkActive, refusePull } from './fake-pauses.ts';

const LOG_SIZE = 100;
const ATTEMPTS_SHOWN = 25;

export const webhookEventHandlers: FakeHandlers<'webhookEvents'> = {
  'webhookEvents.list': listDeliveries,
  'webhookEvents.get': getDelivery,
  'webhookEvents.explain': (state, { ids }) => explainFakeDelivery(state, findDelivery(state, ids)),
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

function redeliver(state: FakeState, { ids }: FakeInput): WebhookDelivery {
  const delivery = findDelivery(state, ids);
  const endpoint = state.endpoints.get(delivery.endpoint);
  if (!endpoint || endpoint.isDeleted) throw noSuch('webhook endpoint', delivery.endpoint);
  checkActive(refusePull(endpoint));
  restartFakeDelivery(state, delivery);
  return viewDelivery(delivery);
}

function findDelivery({ deliveries }: FakeState, [id = '']: readonly string[]): KeptDelivery {
  const delivery = deliveries.get(id);
  if (!delivery) throw noSuch('webhook delivery', id);
  return delivery;
}

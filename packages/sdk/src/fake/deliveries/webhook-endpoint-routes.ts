import type {
  RecoveredDeliveries,
  SubscribableEventType,
  UpdatedWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../resources/webhook-endpoints.ts';
import type { WebhookDelivery } from '../../resources/webhook-events.ts';
import { viewDelivery } from './explain-fake-delivery.ts';
import { flag, text, timestamp, wordsOf } from '../front/fake-fields.ts';
import { FakeRefusal, refuseField, refuseMissing } from '../front/fake-refusal.ts';
import { type FakeInput, type FakeRoute, pageFields } from '../front/fake-route.ts';
import type { FakeEndpoint, FakeState } from '../state/fake-state.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { addFakeDelivery } from './publish-fake-event.ts';
import { restartFakeDelivery } from './restart-fake-delivery.ts';
import { rotateFakeSecret } from './rotate-fake-secret.ts';

/** What can be subscribed to. */
export const EVENT_TYPES: readonly SubscribableEventType[] = [
  'session.created',
  'session.joined',
  'session.evidence.captured',
  'session.signed',
  'session.anchored',
  'session.completed',
  'evidence.created',
  'session.expired',
  'participant.left',
  'recording.ready',
];
const DAY_MS = 86_400_000;
const fields = { url: text(2048, 1), description: text(500), event_types: wordsOf(...EVENT_TYPES) };
const read = { scope: 'webhooks:read', status: 200 } as const;
const write = { scope: 'webhooks:write' } as const;

/** `/webhook-endpoints` and what is below. */
export const webhookEndpointRoutes: readonly FakeRoute[] = [
  {
    ...write,
    method: 'POST',
    path: 'webhook-endpoints',
    status: 201,
    body: { fields, required: ['url'] },
    run: createEndpoint,
  },
  {
    ...read,
    method: 'GET',
    path: 'webhook-endpoints',
    query: { fields: pageFields },
    run: listEndpoints,
  },
  {
    ...read,
    method: 'GET',
    path: 'webhook-endpoints/{id}',
    run: (state, { ids }) => viewEndpoint(findEndpoint(state, ids[0])),
  },
  {
    ...write,
    method: 'PATCH',
    path: 'webhook-endpoints/{id}',
    status: 200,
    body: { fields: { ...fields, active: flag, rotate_secret: flag }, isRequired: true },
    run: updateEndpoint,
  },
  {
    ...write,
    method: 'DELETE',
    path: 'webhook-endpoints/{id}',
    status: 204,
    run: deleteEndpoint,
  },
  { ...write, method: 'POST', path: 'webhook-endpoints/{id}/test', status: 202, run: testEndpoint },
  {
    ...write,
    method: 'POST',
    path: 'webhook-endpoints/{id}/recover',
    status: 202,
    body: { fields: { since: timestamp }, required: ['since'] },
    run: recoverDeliveries,
  },
];

/** `/webhooks` of the versioned root and what is below: the same endpoints. */
export const webhookRoutes: readonly FakeRoute[] = [
  {
    ...write,
    method: 'POST',
    path: 'webhooks',
    status: 201,
    body: { fields, required: ['url'] },
    run: createEndpoint,
  },
  { ...read, method: 'GET', path: 'webhooks', query: { fields: pageFields }, run: listEndpoints },
  {
    ...write,
    method: 'POST',
    path: 'webhooks/{id}/rotate',
    status: 200,
    run: (state, { ids }) => rotateSecret(state, findEndpoint(state, ids[0])),
  },
  { ...write, method: 'POST', path: 'webhooks/{id}/test', status: 202, run: testEndpoint },
];

/** An endpoint to which something is to be sent. */
function findActiveEndpoint(state: FakeState, id: string | undefined): FakeEndpoint {
  return checkActive(findEndpoint(state, id));
}

/** @throws {FakeRefusal} while the endpoint is paused */
export function checkActive(endpoint: FakeEndpoint): FakeEndpoint {
  if (endpoint.active) return endpoint;
  throw new FakeRefusal('endpoint_paused', 'The webhook endpoint is paused. Set active to true first.');
}

function findEndpoint({ endpoints }: FakeState, id = ''): FakeEndpoint {
  const endpoint = endpoints.get(id);
  if (!endpoint || endpoint.isDeleted || endpoint.session !== null) throw refuseMissing();
  return endpoint;
}

function listEndpoints(state: FakeState, { query }: FakeInput) {
  const page = listFakePage(state, {
    items: state.endpoints.values(),
    list: 'webhook-endpoints',
    query,
    matches: ({ isDeleted, session }) => !isDeleted && session === null,
  });
  return { ...page, data: page.data.map(viewEndpoint) };
}

function createEndpoint(state: FakeState, { body }: FakeInput): WebhookEndpointWithSecret {
  checkUrl(body['url']);
  const secrets = rotateFakeSecret([], state.now());
  const endpoint = {
    id: crypto.randomUUID(),
    description: '',
    event_types: [],
    active: true,
    ...body,
    created_at: state.now().toISOString(),
    secrets,
    lastSequence: 0,
    session: null,
    isDeleted: false,
  } as unknown as FakeEndpoint;
  state.endpoints.set(endpoint.id, endpoint);
  return { ...viewEndpoint(endpoint), signing_secret: secrets[0]!.secret };
}

function updateEndpoint(state: FakeState, { ids, body }: FakeInput): UpdatedWebhookEndpoint {
  const { rotate_secret: isRotated, ...changes } = body;
  const endpoint = findEndpoint(state, ids[0]);
  if (changes['url'] !== undefined && changes['url'] !== endpoint.url) checkUrl(changes['url']);
  Object.assign(endpoint, changes);
  return isRotated ? rotateSecret(state, endpoint) : viewEndpoint(endpoint);
}

function rotateSecret(state: FakeState, endpoint: FakeEndpoint): WebhookEndpointWithSecret {
  endpoint.secrets = rotateFakeSecret(endpoint.secrets, state.now());
  return { ...viewEndpoint(endpoint), signing_secret: endpoint.secrets[0]!.secret };
}

/** What was still due is dropped; the log stays. */
function deleteEndpoint(state: FakeState, { ids }: FakeInput): void {
  const endpoint = findEndpoint(state, ids[0]);
  Object.assign(endpoint, { isDeleted: true, secrets: [] });
  for (const delivery of state.deliveries.values()) {
    if (delivery.endpoint !== endpoint.id || delivery.nextAttemptAt === null) continue;
    Object.assign(delivery, { status: 'dropped', nextAttemptAt: null });
  }
}

function testEndpoint(state: FakeState, { ids }: FakeInput): WebhookDelivery {
  const endpoint = findActiveEndpoint(state, ids[0]);
  const event = { id: crypto.randomUUID(), type: 'ping', data: {} };
  return viewDelivery(addFakeDelivery(state, endpoint, event));
}

function recoverDeliveries(state: FakeState, { ids, body }: FakeInput): RecoveredDeliveries {
  const endpoint = findActiveEndpoint(state, ids[0]);
  const sinceMs = Math.max(Date.parse(body['since'] as string), state.now().getTime() - 30 * DAY_MS);
  const lost = [...state.deliveries.values()].filter(
    ({ endpoint: id, status, isUnderWay, created_at }) =>
      id === endpoint.id &&
      (status === 'failed' || status === 'dropped') &&
      !isUnderWay &&
      Date.parse(created_at) >= sinceMs,
  );
  for (const delivery of lost) restartFakeDelivery(state, delivery);
  return { count: lost.length };
}

function viewEndpoint(endpoint: FakeEndpoint): WebhookEndpoint {
  const {
    secrets: _secrets,
    lastSequence: _lastSequence,
    isDeleted: _isDeleted,
    session: _session,
    ...shown
  } = endpoint;
  return shown;
}

/** @throws {FakeRefusal} for a URL to which nothing is sent */
export function checkUrl(url: unknown, path = 'body.url'): void {
  if (/^https:\/\/[^/?#@\s]+[^#\s]*$/i.test(url as string) && URL.canParse(url as string)) return;
  throw refuseField(path, 'blocked_url', 'The URL must begin with https:// and a host.');
}

import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../resources/webhook-endpoints.ts';
import { deliverFakeEvent } from './fake-delivery.ts';
import { flag, oneOf, text, uuid, wordsOf } from './fake-fields.ts';
import { FakeRefusal, refuseField, refuseMissing } from './fake-refusal.ts';
import { type FakeInput, type FakeRoute, pageFields } from './fake-route.ts';
import type { FakeEndpoint, FakeState } from './fake-state.ts';
import { listFakePage } from './list-fake-page.ts';

const EVENT_TYPES = [
  'session.created',
  'session.joined',
  'session.evidence.captured',
  'session.signed',
  'session.anchored',
  'session.completed',
  'evidence.created',
  'session.expired',
];
const fields = { url: text(2048, 1), description: text(500), event_types: wordsOf(...EVENT_TYPES) };

/** `/webhook-endpoints` and what is below, and the list of deliveries. */
export const webhookRoutes: readonly FakeRoute[] = [
  {
    method: 'POST',
    path: 'webhook-endpoints',
    status: 201,
    body: { fields, required: ['url'] },
    run: createEndpoint,
  },
  {
    method: 'GET',
    path: 'webhook-endpoints',
    status: 200,
    query: { fields: pageFields },
    run: (state, { query }) => {
      const items = state.endpoints.values();
      const page = listFakePage(state, { items, list: 'webhook-endpoints', query });
      return { ...page, data: page.data.map(viewEndpoint) };
    },
  },
  {
    method: 'GET',
    path: 'webhook-endpoints/*',
    status: 200,
    run: (state, { ids }) => viewEndpoint(findEndpoint(state, ids)),
  },
  {
    method: 'PATCH',
    path: 'webhook-endpoints/*',
    status: 200,
    body: { fields: { ...fields, active: flag, rotate_secret: flag }, isRequired: true },
    run: updateEndpoint,
  },
  {
    method: 'DELETE',
    path: 'webhook-endpoints/*',
    status: 204,
    run: (state, { ids }) => void state.endpoints.delete(findEndpoint(state, ids).id),
  },
  { method: 'POST', path: 'webhook-endpoints/*/test', status: 202, run: testEndpoint },
  {
    method: 'GET',
    path: 'webhook-events',
    status: 200,
    query: {
      fields: { ...pageFields, endpoint: uuid, status: oneOf('pending', 'delivered', 'failed', 'dropped') },
    },
    run: (state, { query }) =>
      listFakePage(state, {
        items: state.deliveries.values(),
        list: 'webhook-events',
        query,
        matches: ({ endpoint, status }) =>
          (query['endpoint'] ?? endpoint) === endpoint && (query['status'] ?? status) === status,
      }),
  },
];

function createEndpoint(state: FakeState, { body }: FakeInput): WebhookEndpointWithSecret {
  checkUrl(body['url']);
  const endpoint = {
    id: crypto.randomUUID(),
    description: '',
    event_types: [],
    active: true,
    ...body,
    created_at: state.now().toISOString(),
    secrets: [mintSecret()],
    lastSequence: 0,
  } as unknown as FakeEndpoint;
  state.endpoints.set(endpoint.id, endpoint);
  return { ...viewEndpoint(endpoint), signing_secret: endpoint.secrets[0]! };
}

function updateEndpoint(state: FakeState, { ids, body }: FakeInput) {
  const { rotate_secret: isRotated, ...changes } = body;
  const endpoint = findEndpoint(state, ids);
  if (changes['url'] !== undefined && changes['url'] !== endpoint.url) checkUrl(changes['url']);
  Object.assign(endpoint, changes);
  if (!isRotated) return viewEndpoint(endpoint);
  endpoint.secrets = [mintSecret(), ...endpoint.secrets.slice(0, 1)];
  return { ...viewEndpoint(endpoint), signing_secret: endpoint.secrets[0] };
}

function testEndpoint(state: FakeState, { ids }: FakeInput) {
  const endpoint = findEndpoint(state, ids);
  if (endpoint.active) {
    return deliverFakeEvent(state, endpoint, { id: crypto.randomUUID(), type: 'ping', data: {} });
  }
  throw new FakeRefusal('endpoint_paused', 'The webhook endpoint is paused. Set active to true first.');
}

function findEndpoint({ endpoints }: FakeState, [id = '']: readonly string[]): FakeEndpoint {
  const endpoint = endpoints.get(id);
  if (!endpoint) throw refuseMissing();
  return endpoint;
}

function viewEndpoint({
  secrets: _secrets,
  lastSequence: _lastSequence,
  ...shown
}: FakeEndpoint): WebhookEndpoint {
  return shown;
}

function checkUrl(url: unknown): void {
  if (/^https:\/\/[^/?#@\s]+[^#\s]*$/i.test(url as string) && URL.canParse(url as string)) return;
  throw refuseField('url', 'blocked_url', 'The URL must begin with https:// and a host.');
}

const mintSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;

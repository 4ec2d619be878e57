import { noSuch } from '@field-inspection/rules';
import type {
  RecoveredDeliveries,
  UpdatedWebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../resources/webhook-endpoints.ts';
import type { WebhookDelivery } from '../../resources/webhook-events.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeEndpoint, FakeState } from '../state/fake-state.ts';
import { checkFakeEndpointLimit } from './check-fake-endpoint-limit.ts';
import { viewDelivery } from './explain-fake-delivery.ts';
import { createEvent, type FakeEvents } from './create-event.ts';
import { rotateFakeSecret } from './fake-secrets.ts';
import { checkActive, refusePull } from './fake-pauses.ts';
import {
  createFakeEndpoint,
  pauseFakeEndpoint,
  resumeFakeEndpoint,
  viewEndpoint,
} from './pause-fake-endpoint.ts';
import { pullFakeEvents } from './pull-fake-events.ts';
import { addFakeDelivery, restartFakeDelivery } from './publish-fake-event.ts';

const DAY_MS = 86_400_000;

export const webhookEndpointHandlers: FakeHandlers<'webhookEndpoints'> = {
  'webhookEndpoints.create': createEndpoint,
  'webhookEndpoints.list': listEndpoints,
  'webhookEndpoints.get': (state, { ids }) => viewEndpoint(findEndpoint(state, ids[0])),
  'webhookEndpoints.update': updateEndpoint,
  'webhookEndpoints.delete': deleteEndpoint,
  'webhookEndpoints.test': testEndpoint,
  'webhookEndpoints.recover': recoverDeliveries,
  'webhookEndpoints.pull': (state, { ids, query }) =>
    pullFakeEvents(state, findEndpoint(state, ids[0]), query),
};

/** The same endpoints at the versioned root. */
export const webhookHandlers: FakeHandlers<'webhooks'> = {
  'webhooks.create': createEndpoint,
  'webhooks.list': listEndpoints,
  'webhooks.rotate': (state, { ids }) => rotateSecret(state, findEndpoint(state, ids[0])),
  'webhooks.test': testEndpoint,
};

/** An endpoint to which something is to be sent. */
function findActiveEndpoint(state: FakeState, id: string | undefined): FakeEndpoint {
  return checkActive(findEndpoint(state, id));
}

function findEndpoint({ endpoints }: FakeState, id = ''): FakeEndpoint {
  const endpoint = endpoints.get(id);
  if (!endpoint || endpoint.isDeleted || endpoint.session !== null) throw noSuch('webhook endpoint', id);
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
  if (body['kind'] !== 'pull') checkUrl(body['url'] as string);
  checkFakeEndpointLimit(state);
  const secrets = rotateFakeSecret([], state.now());
  const endpoint = {
    ...createFakeEndpoint(state),
    ...body,
    ...readEventTypes(body),
    secrets,
  } as FakeEndpoint;
  state.endpoints.set(endpoint.id, endpoint);
  return { ...viewEndpoint(endpoint), signing_secret: secrets[0]!.secret };
}

function updateEndpoint(state: FakeState, { ids, body }: FakeInput): UpdatedWebhookEndpoint {
  const { rotate_secret: isRotated, active, ...changes } = body;
  const endpoint = findEndpoint(state, ids[0]);
  if (endpoint.kind === 'pull' && changes['url'] !== undefined)
    throw refuseField(
      'body.url',
      'invalid_value',
      'must be absent: a reader fetches the events of this endpoint',
    );
  if (changes['url'] !== undefined && changes['url'] !== endpoint.url) checkUrl(changes['url'] as string);
  const isMoved = changes['url'] !== undefined && changes['url'] !== endpoint.url;
  Object.assign(endpoint, changes, readEventTypes(body), isMoved && { failingSince: null });
  if (active === true) resumeFakeEndpoint(state, endpoint);
  if (active === false) pauseFakeEndpoint(state, endpoint, 'you');
  return isRotated ? rotateSecret(state, endpoint) : viewEndpoint(endpoint);
}

function rotateSecret(state: FakeState, endpoint: FakeEndpoint): WebhookEndpointWithSecret {
  endpoint.secrets = rotateFakeSecret(endpoint.secrets, state.now());
  return { ...viewEndpoint(endpoint), signing_secret: endpoint.secrets[0]!.secret };
}

function deleteEndpoint(state: FakeState, { ids }: FakeInput): void {
  const endpoint = findEndpoint(state, ids[0]);
  Object.assign(endpoint, { isDeleted: true, secrets: [] });
  for (const delivery of state.deliveries.values()) {
    if (delivery.endpoint !== endpoint.id || delivery.nextAttemptAt === null) continue;
    Object.assign(delivery, { status: 'dropped', nextAttemptAt: null });
  }
}

function testEndpoint(state: FakeState, { ids, body }: FakeInput): WebhookDelivery {
  const endpoint = findActiveEndpoint(state, ids[0]);
  const { event_type: type = 'ping' } = body as { event_type?: keyof FakeEvents };
  const { id, data } = createEvent(type);
  const event = { id, type, data, ...(type !== 'ping' && { test: true as const }) };
  return viewDelivery(addFakeDelivery(state, endpoint, event));
}

function recoverDeliveries(state: FakeState, { ids, body }: FakeInput): RecoveredDeliveries {
  const endpoint = refusePull(findActiveEndpoint(state, ids[0]));
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

/** @throws {Refusal} for a URL to which nothing is sent */
export function checkUrl(url: string, path = 'body.url'): void {
  const fault = findUrlFault(url);
  if (fault !== null) throw refuseField(path, 'blocked_url', fault);
}

// The text is judged: the parser mends these faults silently. Only the service resolves hosts.
function findUrlFault(url: string): string | null {
  const authority = url.slice('https://'.length).split(/[/?]/, 1)[0]!;
  if (/[\p{Cc}\s\\]/u.test(url)) return 'The URL must not contain spaces, control characters or \\.';
  if (!/^https:\/\/[^/?#]/i.test(url)) return 'The URL must begin with https:// and a host.';
  if (url.includes('#')) return 'The URL must not have a fragment.';
  if (authority.includes('@')) return 'The URL must not carry a user name or password.';
  if (!URL.canParse(url)) return 'The URL is not valid.';
  return new URL(url).hostname.endsWith('.') ? 'The host must not end with a dot.' : null;
}

// Each type once.
const readEventTypes = ({ event_types: given }: { event_types?: readonly string[] }) =>
  given === undefined ? {} : { event_types: [...new Set(given)] };

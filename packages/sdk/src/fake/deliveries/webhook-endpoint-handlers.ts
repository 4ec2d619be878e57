import {
  changeEndpoint,
  findDotAtEnd,
  findUrlFault,
  requireActiveEndpoint,
  requireEndpointQuota,
  requirePush,
} from '@field-inspection/rules';
import type {
  RecoveredDeliveries,
  UpdatedWebhookEndpoint,
  UpdateWebhookEndpointBody,
  WebhookEndpointWithSecret,
} from '../../resources/webhook-endpoints.ts';
import type { WebhookDelivery } from '../../resources/webhook-events.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeEndpoint, FakeState } from '../state/fake-state.ts';
import type { FakeEvents } from '../contract/vocabulary.ts';
import { createEvent } from './create-event.ts';
import {
  countFakeEndpoints,
  createFakeEndpoint,
  findEndpoint,
  rotateFakeSecret,
  tellPause,
  viewEndpoint,
} from './fake-endpoints.ts';
import { addFakeDelivery, restartFakeDelivery, viewDelivery } from './publish-fake-event.ts';
import { pullFakeEvents } from './pull-fake-events.ts';

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

function findActiveEndpoint(state: FakeState, id: string | undefined): FakeEndpoint {
  const endpoint = findEndpoint(state, id);
  requireActiveEndpoint(endpoint);
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
  requireEndpointQuota(state.organisation.plan, countFakeEndpoints(state));
  const secrets = rotateFakeSecret(null, state.now());
  const made = createFakeEndpoint(state);
  const { changes } = changeEndpoint(made, body, state.now());
  const endpoint = { ...made, ...body, ...changes, failing_since: null, secrets } as FakeEndpoint;
  state.endpoints.set(endpoint.id, endpoint);
  return { ...viewEndpoint(endpoint), signing_secret: secrets.current };
}

function updateEndpoint(state: FakeState, { ids, body }: FakeInput): UpdatedWebhookEndpoint {
  const { rotate_secret: isRotated, ...asked } = body as UpdateWebhookEndpointBody;
  const endpoint = findEndpoint(state, ids[0]);
  const { changes, isPaused } = changeEndpoint(endpoint, asked, state.now());
  if (asked.url !== undefined && asked.url !== endpoint.url) checkUrl(asked.url);
  Object.assign(endpoint, changes, isPaused && { paused_at: state.now().toISOString() });
  if (isPaused) tellPause(state, endpoint);
  return isRotated ? rotateSecret(state, endpoint) : viewEndpoint(endpoint);
}

function rotateSecret(state: FakeState, endpoint: FakeEndpoint): WebhookEndpointWithSecret {
  const secrets = rotateFakeSecret(endpoint.secrets, state.now());
  endpoint.secrets = secrets;
  return { ...viewEndpoint(endpoint), signing_secret: secrets.current };
}

function deleteEndpoint(state: FakeState, { ids }: FakeInput): void {
  const endpoint = findEndpoint(state, ids[0]);
  Object.assign(endpoint, { isDeleted: true, secrets: null });
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
  const endpoint = findActiveEndpoint(state, ids[0]);
  requirePush(endpoint);
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

/** @throws {Refusal} for a URL to which nothing is sent; only the service judges hosts */
export function checkUrl(url: string, path = 'body.url'): void {
  const fault = findUrlFault(url) ?? findDotAtEnd(new URL(url));
  if (fault !== null) throw refuseField(path, 'blocked_url', fault);
}

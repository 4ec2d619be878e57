import type { WebhookEndpoint } from '../../resources/webhook-endpoints.ts';
import type { FakeEndpoint, FakeState } from '../state/fake-state.ts';
import { publishEndpointEvent } from './publish-fake-event.ts';

const DAY_MS = 86_400_000;

/** Pauses an endpoint, and tells the others. */
export function pauseFakeEndpoint(
  state: FakeState,
  endpoint: FakeEndpoint,
  paused_reason: NonNullable<WebhookEndpoint['paused_reason']>,
): void {
  if (!endpoint.active) return;
  Object.assign(endpoint, { active: false, paused_reason, paused_at: state.now().toISOString() });
  // A callback's pause is no event: no route shows callbacks.
  if (endpoint.session === null)
    publishEndpointEvent(state, { type: 'endpoint.paused', data: viewEndpoint(endpoint) }, endpoint.id);
}

/** Resumes an endpoint and forgets its earlier failures. */
export function resumeFakeEndpoint(state: FakeState, endpoint: FakeEndpoint): void {
  if (endpoint.active) return;
  Object.assign(endpoint, { active: true, paused_reason: null, paused_at: null, failingSince: null });
  endpoint.readAt = state.now();
}

/** Pauses the pull endpoints in which something waits for 7 days that nobody read. */
export function pauseUnreadEndpoints(state: FakeState): void {
  const sinceMs = state.now().getTime() - 7 * DAY_MS;
  const unread = [...state.deliveries.values()].filter(
    ({ status, created_at }) => status === 'pending' && Date.parse(created_at) <= sinceMs,
  );
  for (const { endpoint: id } of unread) {
    const endpoint = state.endpoints.get(id)!;
    const isRead = endpoint.readAt !== null && endpoint.readAt.getTime() > sinceMs;
    if (endpoint.kind === 'pull' && !isRead) pauseFakeEndpoint(state, endpoint, 'unread');
  }
}

/** An endpoint as the API shows it. */
export function viewEndpoint(endpoint: FakeEndpoint): WebhookEndpoint {
  const {
    secrets: _secrets,
    lastSequence: _lastSequence,
    acknowledgedSequence: _acknowledgedSequence,
    readAt: _readAt,
    failingSince: _failingSince,
    isDeleted: _isDeleted,
    session: _session,
    ...shown
  } = endpoint;
  return shown;
}

/** An endpoint of which nothing is said yet. */
export const createFakeEndpoint = (state: FakeState): FakeEndpoint => ({
  id: crypto.randomUUID(),
  kind: 'push',
  url: '',
  description: '',
  event_types: [],
  active: true,
  paused_reason: null,
  paused_at: null,
  created_at: state.now().toISOString(),
  secrets: [],
  lastSequence: 0,
  acknowledgedSequence: 0,
  readAt: null,
  failingSince: null,
  session: null,
  isDeleted: false,
});

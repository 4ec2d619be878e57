import { listLiveSecrets, noSuch, rotateSecret, type Secrets, UNREAD_DAYS } from '@field-inspection/rules';
import type { CallbackSecret } from '../../resources/org.ts';
import type { WebhookEndpoint } from '../../resources/webhook-endpoints.ts';
import { drawBase64, type FakeEndpoint, type FakeState } from '../state/fake-state.ts';
import { publishEndpointEvent } from './publish-fake-event.ts';

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
  secrets: null,
  lastSequence: 0,
  acknowledgedSequence: 0,
  read_at: null,
  failing_since: null,
  session: null,
  isDeleted: false,
});

export function viewEndpoint(endpoint: FakeEndpoint): WebhookEndpoint {
  const {
    secrets: _secrets,
    lastSequence: _lastSequence,
    acknowledgedSequence: _acknowledgedSequence,
    read_at: _readAt,
    failing_since: _failingSince,
    isDeleted: _isDeleted,
    session: _session,
    ...shown
  } = endpoint;
  return shown;
}

export function findEndpoint({ endpoints }: FakeState, id = ''): FakeEndpoint {
  const endpoint = endpoints.get(id);
  if (!endpoint || endpoint.isDeleted || endpoint.session !== null) throw noSuch('webhook endpoint', id);
  return endpoint;
}

export const countFakeEndpoints = ({ endpoints }: FakeState): number =>
  [...endpoints.values()].filter(({ isDeleted, session }) => !isDeleted && session === null).length;

export function pauseFakeEndpoint(
  state: FakeState,
  endpoint: FakeEndpoint,
  paused_reason: NonNullable<WebhookEndpoint['paused_reason']>,
): void {
  if (!endpoint.active) return;
  Object.assign(endpoint, { active: false, paused_reason, paused_at: state.now().toISOString() });
  tellPause(state, endpoint);
}

/** Callbacks' pauses are no event, since no route shows callbacks. */
export function tellPause(state: FakeState, endpoint: FakeEndpoint): void {
  if (endpoint.session !== null) return;
  publishEndpointEvent(state, { type: 'endpoint.paused', data: viewEndpoint(endpoint) }, endpoint.id);
}

/** Something has waited in them unread for days. */
export function pauseUnreadEndpoints(state: FakeState): void {
  const sinceMs = state.now().getTime() - UNREAD_DAYS * 86_400_000;
  const unread = [...state.deliveries.values()].filter(
    ({ status, created_at }) => status === 'pending' && Date.parse(created_at) <= sinceMs,
  );
  for (const { endpoint: id } of unread) {
    const endpoint = state.endpoints.get(id)!;
    const isRead = endpoint.read_at !== null && endpoint.read_at.getTime() > sinceMs;
    if (endpoint.kind === 'pull' && !isRead) pauseFakeEndpoint(state, endpoint, 'unread');
  }
}

const OVERLAP_MS = 86_400_000;

/** The secret before stays valid for 24 hours. */
export const rotateFakeSecret = (secrets: Secrets | null, now: Date): Secrets =>
  rotateSecret(
    { current: secrets?.current ?? null },
    `whsec_${drawBase64(32)}`,
    new Date(now.getTime() + OVERLAP_MS),
  );

export function rotateCallbackSecret({ organisation, now }: FakeState): CallbackSecret {
  const secrets = rotateFakeSecret(organisation.callbackSecrets, now());
  organisation.callbackSecrets = secrets;
  return { signing_secret: secrets.current, previous_expires_at: endOfPrevious(secrets) };
}

export const endOfPrevious = (secrets: Secrets | null): string | null =>
  secrets?.previousExpiresAt?.toISOString() ?? null;

export function listSecrets({ organisation, now }: FakeState, { session, secrets }: FakeEndpoint): string[] {
  const own = session === null ? secrets : organisation.callbackSecrets;
  return own ? listLiveSecrets(own, now()) : [];
}

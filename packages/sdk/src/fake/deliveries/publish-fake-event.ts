import type { WebhookDelivery } from '../../resources/webhook-events.ts';
import type { FakeEvents } from '../contract/vocabulary.ts';
import type { FakeEndpoint, FakeState, KeptDelivery } from '../state/fake-state.ts';

/** Each active endpoint that subscribes to the type gets a delivery. */
export function publishFakeEvent(state: FakeState, type: keyof FakeEvents, data: object): void {
  const { id, session = id ?? null } = data as { id?: string; session?: string };
  publishTo(state, { type, data, session }, () => true);
}

export function publishEndpointEvent(
  state: FakeState,
  event: { type: 'endpoint.paused' | 'delivery.dropped'; data: object },
  subject: string,
): void {
  publishTo(state, { ...event, session: null }, ({ id }) => id !== subject);
}

function publishTo(
  state: FakeState,
  content: { type: string; data: object; session: string | null },
  isMeantFor: (endpoint: FakeEndpoint) => boolean,
): void {
  const event = { id: crypto.randomUUID(), ...content };
  for (const endpoint of state.endpoints.values()) {
    const { active, isDeleted, event_types: types } = endpoint;
    const isWanted = types.length === 0 || types.includes(event.type);
    const isOfSession = endpoint.session === null || endpoint.session === event.session;
    if (active && !isDeleted && isWanted && isOfSession && isMeantFor(endpoint))
      addFakeDelivery(state, endpoint, event);
  }
}

export function addFakeDelivery(
  state: FakeState,
  endpoint: FakeEndpoint,
  {
    id,
    type,
    data,
    session = null,
    test,
  }: { id: string; type: string; data: object; session?: string | null; test?: true },
): KeptDelivery {
  const now = state.now();
  const created_at = now.toISOString();
  endpoint.lastSequence += 1;
  const sequence = endpoint.lastSequence;
  const content = {
    id,
    type,
    created_at,
    api_version: 'v1',
    organisation_id: state.organisation.id,
    endpoint: endpoint.id,
    sequence,
    ...(test && { test }),
    data,
  };
  const delivery: KeptDelivery = {
    id: crypto.randomUUID(),
    endpoint: endpoint.id,
    event_type: type,
    status: 'pending',
    response_status: null,
    attempt_count: 0,
    created_at,
    delivered_at: null,
    event: id,
    sequence,
    fetched_at: null,
    content,
    session,
    failureCount: 0,
    nextAttemptAt: now,
    isUnderWay: false,
    attempts: [],
  };
  state.deliveries.set(delivery.id, delivery);
  return delivery;
}

/** The whole schedule begins again; a delivery on its way stays as it is. */
export function restartFakeDelivery(state: FakeState, delivery: KeptDelivery): void {
  if (delivery.status === 'pending' || delivery.isUnderWay) return;
  const now = state.now();
  const { nextAttemptAt: planned } = delivery;
  delivery.status = 'pending';
  delivery.failureCount = 0;
  delivery.nextAttemptAt = planned !== null && planned < now ? planned : now;
  delivery.delivered_at = null;
}

export function viewDelivery(delivery: KeptDelivery): WebhookDelivery {
  const {
    content: _content,
    session: _session,
    failureCount: _failureCount,
    nextAttemptAt: _nextAttemptAt,
    isUnderWay: _isUnderWay,
    attempts: _attempts,
    ...shown
  } = delivery;
  return shown;
}

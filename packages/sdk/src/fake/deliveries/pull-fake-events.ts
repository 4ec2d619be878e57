import { Refusal } from '@field-inspection/rules';
import type { PulledEvents } from '../../resources/webhook-endpoints.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeEndpoint, FakeState, KeptDelivery } from '../state/fake-state.ts';
import { listLiveSecrets } from './attempt-fake-delivery.ts';
import { createWebhook } from './create-webhook.ts';
import { checkActive } from './fake-pauses.ts';

/** The next events of a pull endpoint. It never waits: the fake's time stands still meanwhile. */
export function pullFakeEvents(
  state: FakeState,
  endpoint: FakeEndpoint,
  query: Readonly<Record<string, unknown>>,
): PulledEvents {
  if (endpoint.kind !== 'pull') {
    const message = 'The events of this endpoint are sent to its URL. Create one of kind pull to fetch them.';
    throw new Refusal('endpoint_kind', message);
  }
  checkActive(endpoint);
  const after = (query['after_sequence'] as number | undefined) ?? endpoint.acknowledgedSequence;
  if (after > endpoint.lastSequence) {
    const message = `must be at most ${endpoint.lastSequence}, the last one of this endpoint`;
    throw refuseField('query.after_sequence', 'too_big', message);
  }
  const kept = [...state.deliveries.values()].filter((delivery) => delivery.endpoint === endpoint.id);
  acknowledge(state, endpoint, { kept, after });
  const next = kept.filter(({ sequence }) => sequence > after).slice(0, query['limit'] as number);
  const last = next.at(-1)?.sequence;
  return {
    data: next.map((delivery) => handOut(state, endpoint, delivery)),
    has_more: last !== undefined && last < endpoint.lastSequence,
    acknowledged_sequence: endpoint.acknowledgedSequence,
  };
}

function acknowledge(
  state: FakeState,
  endpoint: FakeEndpoint,
  { kept, after }: { kept: readonly KeptDelivery[]; after: number },
): void {
  const now = state.now();
  endpoint.readAt = now;
  endpoint.acknowledgedSequence = Math.max(endpoint.acknowledgedSequence, after);
  for (const delivery of kept) {
    if (delivery.sequence > after || delivery.status !== 'pending') continue;
    Object.assign(delivery, { status: 'delivered', delivered_at: now.toISOString(), nextAttemptAt: null });
  }
}

function handOut(state: FakeState, endpoint: FakeEndpoint, delivery: KeptDelivery) {
  const now = state.now();
  delivery.attempt_count += 1;
  delivery.fetched_at = now.toISOString();
  const { headers, body } = createWebhook({
    event: delivery.content,
    secrets: listLiveSecrets(endpoint.secrets, now),
    timestamp: Math.floor(now.getTime() / 1000),
    attempt: delivery.attempt_count,
  });
  return { delivery: delivery.id, sequence: delivery.sequence, headers, body };
}

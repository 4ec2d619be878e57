import { requireKnownSequence, requireReadable } from '@field-inspection/rules';
import type { PulledEvents } from '../../resources/webhook-endpoints.ts';
import type { FakeEndpoint, FakeState, KeptDelivery } from '../state/fake-state.ts';
import { createWebhook } from './create-webhook.ts';
import { listSecrets } from './fake-endpoints.ts';

/** Never waits, since the fake's time stands still meanwhile. */
export function pullFakeEvents(
  state: FakeState,
  endpoint: FakeEndpoint,
  query: Readonly<Record<string, unknown>>,
): PulledEvents {
  requireReadable(endpoint);
  const after = (query['after_sequence'] as number | undefined) ?? endpoint.acknowledgedSequence;
  requireKnownSequence(after, endpoint.lastSequence);
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
  endpoint.read_at = now;
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
    secrets: listSecrets(state, endpoint),
    timestamp: Math.floor(now.getTime() / 1000),
    attempt: delivery.attempt_count,
  });
  return { delivery: delivery.id, sequence: delivery.sequence, headers, body };
}

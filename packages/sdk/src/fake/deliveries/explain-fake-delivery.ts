import type { WebhookDelivery, WebhookDeliveryExplanation } from '../../resources/webhook-events.ts';
import type { FakeState, KeptDelivery } from '../state/fake-state.ts';

/** The waits before each retry, from the failure before it. */
export const RETRY_DELAYS_MS: readonly number[] = [30, 300, 3_600, 21_600, 86_400].map((s) => s * 1_000);

/** A delivery as lists show it. */
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

/** Gives the reason for the place of a delivery, and the time it is due. */
export function explainFakeDelivery(state: FakeState, delivery: KeptDelivery): WebhookDeliveryExplanation {
  const standing = findStanding(state, delivery);
  const isSettled = standing === 'delivered' || standing === 'dropped';
  const isDue = standing === 'scheduled' || standing === 'waiting_for_worker';
  return {
    delivery: viewDelivery(delivery),
    state: standing,
    due_at: isDue ? (delivery.nextAttemptAt?.toISOString() ?? null) : null,
    reason: describeStanding(state, delivery, standing),
    attempts_left:
      isSettled || isPulled(state, delivery) ? 0 : RETRY_DELAYS_MS.length + 1 - delivery.failureCount,
    last_error: describeFailure(delivery),
  };
}

const isPulled = ({ endpoints }: FakeState, { endpoint }: KeptDelivery) =>
  endpoints.get(endpoint)?.kind === 'pull';

type DeliveryState =
  | 'delivered'
  | 'dropped'
  | 'in_progress'
  | 'paused'
  | 'scheduled'
  | 'waiting_for_worker'
  | 'waiting_for_reader';

function findStanding(state: FakeState, delivery: KeptDelivery): DeliveryState {
  const { status, isUnderWay, nextAttemptAt, endpoint } = delivery;
  if (status === 'delivered') return 'delivered';
  if (status === 'dropped') return 'dropped';
  if (isUnderWay) return 'in_progress';
  if (!state.endpoints.get(endpoint)?.active) return 'paused';
  if (isPulled(state, delivery)) return 'waiting_for_reader';
  return nextAttemptAt !== null && nextAttemptAt > state.now() ? 'scheduled' : 'waiting_for_worker';
}

function describeStanding(state: FakeState, delivery: KeptDelivery, standing: DeliveryState): string {
  const { attempt_count: count, response_status: status, nextAttemptAt, failureCount, fetched_at } = delivery;
  const times = count === 1 ? 'once' : `${count} times`;
  const isDeleted = state.endpoints.get(delivery.endpoint)?.isDeleted;
  const reasons: Record<DeliveryState, string> = {
    delivered: isPulled(state, delivery)
      ? 'Its reader acknowledged it.'
      : `The receiver answered attempt ${count} with ${status}.`,
    dropped:
      isDeleted && failureCount <= RETRY_DELAYS_MS.length
        ? 'Its endpoint was deleted.'
        : 'Every attempt of the schedule failed. Redeliver it when the receiver is mended.',
    in_progress: `Attempt ${count} is under way.`,
    paused: 'Its endpoint is paused: nothing is sent until it is active again.',
    scheduled: `Attempt ${count} failed. The next one is due at ${nextAttemptAt?.toISOString()}.`,
    waiting_for_reader:
      fetched_at === null
        ? 'No reader has fetched it yet.'
        : `It was fetched ${times}, last at ${fetched_at}, and no reader has acknowledged it yet.`,
    waiting_for_worker: 'It is due and waits for a free worker.',
  };
  return reasons[standing];
}

function describeFailure({ attempts }: KeptDelivery): string | null {
  const failed = attempts.findLast(({ outcome }) => outcome === 'failed');
  if (!failed) return null;
  return failed.error ?? `The receiver answered ${failed.response_status}.`;
}

import type { WebhookDelivery, WebhookDeliveryExplanation } from '../../resources/webhook-events.ts';
import type { FakeState, KeptDelivery } from '../state/fake-state.ts';
import { RETRY_DELAYS_MS } from './attempt-fake-delivery.ts';

/** A delivery as lists show it. */
export function viewDelivery(delivery: KeptDelivery): WebhookDelivery {
  const {
    content: _content,
    failureCount: _failureCount,
    nextAttemptAt: _nextAttemptAt,
    isUnderWay: _isUnderWay,
    attempts: _attempts,
    ...shown
  } = delivery;
  return shown;
}

/** Why a delivery is where it is, and when it is due. */
export function explainFakeDelivery(state: FakeState, delivery: KeptDelivery): WebhookDeliveryExplanation {
  const place = findPlace(state, delivery);
  const isSettled = place === 'delivered' || place === 'dropped';
  const isDue = place === 'scheduled' || place === 'waiting_for_worker';
  return {
    delivery: viewDelivery(delivery),
    state: place,
    due_at: isDue ? (delivery.nextAttemptAt?.toISOString() ?? null) : null,
    reason: describePlace(state, delivery, place),
    attempts_left: isSettled ? 0 : RETRY_DELAYS_MS.length + 1 - delivery.failureCount,
    last_error: describeFailure(delivery),
  };
}

type Place = 'delivered' | 'dropped' | 'in_progress' | 'paused' | 'scheduled' | 'waiting_for_worker';

function findPlace(state: FakeState, delivery: KeptDelivery): Place {
  const { status, isUnderWay, nextAttemptAt, endpoint } = delivery;
  if (status === 'delivered') return 'delivered';
  if (status === 'dropped') return 'dropped';
  if (isUnderWay) return 'in_progress';
  if (!state.endpoints.get(endpoint)?.active) return 'paused';
  return nextAttemptAt !== null && nextAttemptAt > state.now() ? 'scheduled' : 'waiting_for_worker';
}

function describePlace(state: FakeState, delivery: KeptDelivery, place: Place): string {
  const { attempt_count: count, response_status: status, nextAttemptAt, failureCount } = delivery;
  const isDeleted = state.endpoints.get(delivery.endpoint)?.isDeleted;
  const reasons: Record<Place, string> = {
    delivered: `The receiver answered attempt ${count} with ${status}.`,
    dropped:
      isDeleted && failureCount <= RETRY_DELAYS_MS.length
        ? 'Its endpoint was deleted.'
        : 'Every attempt of the schedule failed. Redeliver it when the receiver is mended.',
    in_progress: `Attempt ${count} is under way.`,
    paused: 'Its endpoint is paused: nothing is sent until it is active again.',
    scheduled: `Attempt ${count} failed. The next one is due at ${nextAttemptAt?.toISOString()}.`,
    waiting_for_worker: 'It is due and waits for a free worker.',
  };
  return reasons[place];
}

function describeFailure({ attempts }: KeptDelivery): string | null {
  const failed = attempts.findLast(({ outcome }) => outcome === 'failed');
  if (!failed) return null;
  return failed.error ?? `The receiver answered ${failed.response_status}.`;
}

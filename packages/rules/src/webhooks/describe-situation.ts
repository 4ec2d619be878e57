import type { DeliveryState } from '@field-inspection/contract';

export type DeliverySituation = {
  status: string;
  attempt_count: number;
  failure_count: number;
  response_status: number | null;
  next_attempt_at: Date | null;
  leased_attempt: number | null;
  /** Deliveries to the same endpoint that have waited longer; counted up to its cap. */
  ahead_count: number;
  is_leased: boolean;
  endpoint_active: boolean;
  is_pulled: boolean;
  fetched_at: Date | null;
  /** The receiver is a callback, which no route can activate. */
  is_callback: boolean;
  endpoint_deleted: boolean;
  /** Attempts of the delivery's endpoint that are under way. */
  leased_count: number;
  /** Attempts of the organisation that are under way, callbacks' too. */
  organisation_leased_count: number;
  failure_status: number | null;
  failure_error: string | null;
};

type Limits = { now: Date; cap: number; organisationCap: number; retryCount: number };

export type Explanation = {
  state: DeliveryState;
  dueAt: Date | null;
  reason: string;
  attemptsLeft: number;
  lastError: string | null;
};

export const describeSituation = (delivery: DeliverySituation, limits: Limits): Explanation => {
  const state = findState(delivery, limits);
  const isSettled = state === 'delivered' || state === 'dropped';
  // Even with a schedule that was shortened meanwhile, an open delivery is tried once more.
  const isSent = !isSettled && !delivery.is_pulled;
  const attemptsLeft = isSent ? Math.max(1, limits.retryCount + 1 - delivery.failure_count) : 0;
  const isDue = state === 'scheduled' || state === 'parked' || state === 'waiting_for_worker';
  return {
    state,
    dueAt: isDue ? delivery.next_attempt_at : null,
    reason: REASONS[state](delivery, limits),
    attemptsLeft,
    lastError: state === 'delivered' ? null : describeFailure(delivery),
  };
};

const findState = (delivery: DeliverySituation, limits: Limits): DeliveryState => {
  if (delivery.status === 'delivered' || delivery.status === 'dropped') return delivery.status;
  if (delivery.is_leased) return 'in_progress';
  if (!delivery.endpoint_active) return 'paused';
  if (delivery.is_pulled) return 'waiting_for_reader';
  if (delivery.next_attempt_at !== null && delivery.next_attempt_at > limits.now) return 'scheduled';
  const isParked = isEndpointFull(delivery, limits) || isOrganisationFull(delivery, limits);
  return isParked ? 'parked' : 'waiting_for_worker';
};

const isEndpointFull = ({ leased_count, ahead_count }: DeliverySituation, { cap }: Limits): boolean =>
  leased_count + ahead_count >= cap;

const isOrganisationFull = (delivery: DeliverySituation, { organisationCap }: Limits): boolean =>
  delivery.organisation_leased_count >= organisationCap;

const REASONS: Record<DeliveryState, (delivery: DeliverySituation, limits: Limits) => string> = {
  delivered: ({ attempt_count, response_status, is_pulled }) =>
    is_pulled
      ? 'Its reader acknowledged it.'
      : `The receiver answered attempt ${attempt_count} with ${response_status}.`,
  dropped: ({ endpoint_deleted, failure_count }, { retryCount }) =>
    endpoint_deleted && failure_count <= retryCount
      ? 'Its endpoint was deleted.'
      : 'Every attempt of the schedule failed. Redeliver it when the receiver is mended.',
  in_progress: ({ leased_attempt }) => `Attempt ${leased_attempt} is under way.`,
  paused: ({ is_callback }) =>
    is_callback
      ? 'Its callback was stopped, since the receiver answered 410 or failed for days. Redeliver it when the receiver is mended.'
      : 'Its endpoint is paused: nothing is sent until it is active again.',
  waiting_for_reader: ({ attempt_count, fetched_at }) =>
    fetched_at === null
      ? 'No reader has fetched it yet.'
      : `It was fetched ${describeTimes(attempt_count)}, last at ${fetched_at.toISOString()}, and no reader has acknowledged it yet.`,
  scheduled: ({ attempt_count, next_attempt_at }) =>
    `Attempt ${attempt_count} failed. The next one is due at ${next_attempt_at?.toISOString()}.`,
  parked: (delivery, limits) => {
    const { leased_count, organisation_leased_count } = delivery;
    if (leased_count >= limits.cap) {
      return `It is due. Its endpoint has ${leased_count} attempts under way and may have ${limits.cap}: it follows when one ends.`;
    }
    return isOrganisationFull(delivery, limits)
      ? `It is due. All endpoints and callbacks together have ${organisation_leased_count} attempts under way and may have ${limits.organisationCap}: it follows when one ends.`
      : 'It is due, and follows those that wait longer for its endpoint.';
  },
  waiting_for_worker: ({ leased_attempt }) =>
    leased_attempt === null
      ? 'It is due and waits for a free worker.'
      : `Attempt ${leased_attempt} was cut off, since its worker stopped. It is due again and waits for a free worker.`,
};

const describeTimes = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const describeFailure = ({ failure_error, failure_status }: DeliverySituation): string | null => {
  if (failure_error !== null) return failure_error;
  return failure_status === null ? null : `The receiver answered ${failure_status}.`;
};

import type { WebhookAttempt } from '../../resources/webhook-events.ts';
import type { FakeSecret, FakeState, KeptDelivery } from '../state/fake-state.ts';
import { createWebhook, type FakeWebhook } from './create-webhook.ts';
import { RETRY_DELAYS_MS, viewDelivery } from './explain-fake-delivery.ts';
import { pauseFakeEndpoint } from './pause-fake-endpoint.ts';
import { publishEndpointEvent } from './publish-fake-event.ts';

/** A delivery on its way to an endpoint. */
export interface FakeDelivery extends FakeWebhook {
  readonly url: string;
  readonly type: string;
}

/** Answer of a receiver to a delivery, or the error. */
export type FakeOutcome = { readonly status: number } | { readonly error: unknown };

/** The time after which an endpoint that took nothing is paused. */
const FAILING_MS = 5 * 86_400_000;
/** Events about an endpoint cause no further ones. */
const UNTOLD: readonly string[] = ['endpoint.paused', 'delivery.dropped'];

/** Lists the deliveries to send now, in the order of their publication. */
export const listDueDeliveries = (state: FakeState): KeptDelivery[] =>
  [...state.deliveries.values()].filter(
    ({ nextAttemptAt, isUnderWay, endpoint }) =>
      nextAttemptAt !== null &&
      nextAttemptAt <= state.now() &&
      !isUnderWay &&
      state.endpoints.get(endpoint)?.kind === 'push' &&
      state.endpoints.get(endpoint)?.active === true,
  );

/** Signs a delivery with every secret that is valid now, and counts an attempt. */
export function beginFakeAttempt(state: FakeState, delivery: KeptDelivery): FakeDelivery {
  const endpoint = state.endpoints.get(delivery.endpoint)!;
  const now = state.now();
  delivery.attempt_count += 1;
  delivery.isUnderWay = true;
  delivery.attempts.push(createAttempt(delivery.attempt_count, now));
  const { body, headers } = createWebhook({
    event: delivery.content,
    // A callback's are those of its organisation.
    secrets: listLiveSecrets(endpoint.session ? state.organisation.callbackSecrets : endpoint.secrets, now),
    timestamp: Math.floor(now.getTime() / 1000),
    attempt: delivery.attempt_count,
  });
  return { url: endpoint.url, type: delivery.event_type, body, headers };
}

/** Ends an attempt: delivered by a 2xx, else tried again after a while, and dropped in the end. */
export function endFakeAttempt(state: FakeState, delivery: KeptDelivery, outcome: FakeOutcome): void {
  const now = state.now();
  const status = 'status' in outcome ? outcome.status : null;
  const isDelivered = status !== null && status >= 200 && status <= 299;
  delivery.isUnderWay = false;
  Object.assign(delivery.attempts.at(-1)!, {
    outcome: isDelivered ? 'delivered' : 'failed',
    duration_ms: 0,
    response_status: status,
    ...('error' in outcome
      ? { error_class: 'unreachable', error: String(outcome.error) }
      : { response_excerpt: '', response_headers: {} }),
  });
  delivery.response_status = status ?? delivery.response_status;
  const endpoint = state.endpoints.get(delivery.endpoint)!;
  const failingSince = endpoint.failingSince ?? now;
  endpoint.failingSince = isDelivered ? null : failingSince;
  // Deleted meanwhile: it stays dropped.
  if (delivery.nextAttemptAt === null) return;
  if (isDelivered) {
    Object.assign(delivery, { status: 'delivered', nextAttemptAt: null, delivered_at: now.toISOString() });
    return;
  }
  delivery.failureCount += 1;
  const delayMs = RETRY_DELAYS_MS[delivery.failureCount - 1];
  delivery.status = delayMs === undefined ? 'dropped' : 'failed';
  delivery.nextAttemptAt = delayMs === undefined ? null : new Date(now.getTime() + delayMs);
  if (status === 410) pauseFakeEndpoint(state, endpoint, 'gone');
  else if (now.getTime() - failingSince.getTime() >= FAILING_MS)
    pauseFakeEndpoint(state, endpoint, 'failing');
  if (delayMs === undefined && !UNTOLD.includes(delivery.event_type))
    publishEndpointEvent(state, { type: 'delivery.dropped', data: viewDelivery(delivery) }, endpoint.id);
}

const createAttempt = (number: number, now: Date): WebhookAttempt => ({
  number,
  outcome: 'in_progress',
  started_at: now.toISOString(),
  duration_ms: null,
  response_status: null,
  error_class: null,
  error: null,
  response_excerpt: null,
  response_headers: null,
});

export const listLiveSecrets = (secrets: readonly FakeSecret[], now: Date): string[] =>
  secrets.filter(({ expiresAtMs }) => expiresAtMs > now.getTime()).map(({ secret }) => secret);

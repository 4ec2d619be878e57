import {
  isTold,
  judgeAttempt,
  judgeReceiver,
  RETRY_DELAYS_MS,
  type AttemptOutcome,
} from '@field-inspection/rules';
import type { WebhookAttempt } from '../../resources/webhook-events.ts';
import type { FakeState, KeptDelivery } from '../state/fake-state.ts';
import { createWebhook, type FakeWebhook } from './create-webhook.ts';
import { listSecrets, pauseFakeEndpoint } from './fake-endpoints.ts';
import { publishEndpointEvent, viewDelivery } from './publish-fake-event.ts';

/** A delivery on its way to an endpoint. */
export interface FakeDelivery extends FakeWebhook {
  readonly url: string;
  readonly type: string;
}

export const listDueDeliveries = (state: FakeState): KeptDelivery[] =>
  [...state.deliveries.values()].filter(
    ({ nextAttemptAt, isUnderWay, endpoint }) =>
      nextAttemptAt !== null &&
      nextAttemptAt <= state.now() &&
      !isUnderWay &&
      state.endpoints.get(endpoint)?.kind === 'push' &&
      state.endpoints.get(endpoint)?.active === true,
  );

/** Every secret that is valid now signs. */
export function beginFakeAttempt(state: FakeState, delivery: KeptDelivery): FakeDelivery {
  const endpoint = state.endpoints.get(delivery.endpoint)!;
  const now = state.now();
  delivery.attempt_count += 1;
  delivery.isUnderWay = true;
  delivery.attempts.push(createAttempt(delivery.attempt_count, now));
  const { body, headers } = createWebhook({
    event: delivery.content,
    secrets: listSecrets(state, endpoint),
    timestamp: Math.floor(now.getTime() / 1000),
    attempt: delivery.attempt_count,
  });
  return { url: endpoint.url, type: delivery.event_type, body, headers };
}

/** A 2xx delivers; other outcomes are retried, and dropped in the end. */
export function endFakeAttempt(state: FakeState, delivery: KeptDelivery, outcome: AttemptOutcome): void {
  const now = state.now();
  const endpoint = state.endpoints.get(delivery.endpoint)!;
  const { status, failureCount: failure_count } = delivery;
  const verdict = judgeAttempt(outcome, {
    delivery: { status, failure_count },
    delaysMs: RETRY_DELAYS_MS,
    now,
  });
  const { health, disabledFor } = judgeReceiver(verdict, { failingSince: endpoint.failing_since, now });
  delivery.isUnderWay = false;
  Object.assign(delivery.attempts.at(-1)!, {
    outcome: verdict.attemptOutcome,
    duration_ms: verdict.durationMs,
    response_status: verdict.responseStatus,
    error_class: verdict.errorClass,
    error: verdict.error,
    response_excerpt: verdict.responseExcerpt,
    response_headers: outcome.ok ? outcome.headers : null,
  });
  delivery.response_status = verdict.responseStatus ?? delivery.response_status;
  endpoint.failing_since = health === 'failing' ? (endpoint.failing_since ?? now) : null;
  if (delivery.nextAttemptAt === null) return;
  Object.assign(delivery, {
    status: verdict.status,
    failureCount: verdict.failureCount,
    nextAttemptAt: verdict.nextAttemptAt,
    delivered_at: verdict.status === 'delivered' ? now.toISOString() : delivery.delivered_at,
  });
  if (disabledFor) pauseFakeEndpoint(state, endpoint, disabledFor === 'gone' ? 'gone' : 'failing');
  if (verdict.status === 'dropped' && isTold(delivery.event_type))
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

import { PLAN_LIMITS } from '@field-inspection/contract/plain';
import { Refusal } from '@field-inspection/rules';
import type { RetentionPolicy, UpdateRetentionBody } from '../../resources/retention.ts';
import { matchesFakeVersion } from '../front/fake-condition.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';

/** Nothing is redacted by it: a test redacts what it wants redacted. */
export const retentionPolicyHandlers: FakeHandlers<'retention'> = {
  'retention.get': showRetention,
  'retention.update': (state, { body, headers }) =>
    updateRetention(state, body as UpdateRetentionBody, headers.get('if-match')),
};

const DAY_MS = 86_400_000;

/** The service's own, where its host has set no other. */
const MESSAGE_DAYS_MAX = 30;

function showRetention({ organisation }: FakeState): RetentionPolicy {
  const { session_days, recording_days, message_days, version, updated_at, ...set } = organisation.retention;
  return {
    session_days,
    session_days_apply_from: session_days === null ? null : aDayAfter(set.session_days_at),
    recording_days,
    recording_days_apply_from: recording_days === null ? null : aDayAfter(set.recording_days_at),
    message_days,
    message_days_apply_from: message_days === null ? null : aDayAfter(set.message_days_at),
    message_days_max: MESSAGE_DAYS_MAX,
    plan_days: PLAN_LIMITS[organisation.plan].retentionDays,
    plan_days_apply_from: organisation.created_at,
    version,
    updated_at,
  };
}

const aDayAfter = (at: string | null) => at && new Date(Date.parse(at) + DAY_MS).toISOString();

function updateRetention(
  state: FakeState,
  body: UpdateRetentionBody,
  ifMatch: string | null,
): RetentionPolicy {
  const { organisation, now } = state;
  const held = organisation.retention;
  if (!matchesFakeVersion(held.version, ifMatch)) {
    throw new Refusal(
      'precondition_failed',
      `The retention policy is at version ${held.version} now. Get it, and send your change again with its ETag.`,
    );
  }
  const fields = (['session_days', 'recording_days', 'message_days'] as const).filter(
    (field) => body[field] !== undefined && body[field] !== held[field],
  );
  if (fields.length === 0) return showRetention(state);
  const most = PLAN_LIMITS[organisation.plan].retentionDays;
  if (fields.includes('session_days') && (body.session_days ?? 0) > most) {
    throw new Refusal(
      'retention.limit',
      `The plan ${organisation.plan} keeps what a session holds of people for ${most} days at most. Set fewer, or change the plan.`,
    );
  }
  if (fields.includes('message_days') && (body.message_days ?? 0) > MESSAGE_DAYS_MAX) {
    throw new Refusal(
      'retention.limit',
      `The service keeps messages for ${MESSAGE_DAYS_MAX} days at most. Set fewer, or null to keep them for as long.`,
    );
  }
  const at = now().toISOString();
  const changed = Object.fromEntries(
    fields.flatMap((field) => [
      [field, body[field]],
      [`${field}_at`, at],
    ]),
  );
  organisation.retention = { ...held, ...changed, version: held.version + 1, updated_at: at };
  return showRetention(state);
}

import type { RetentionPolicy, UpdateRetentionBody } from '../../resources/retention.ts';
import { FAKE_PLANS } from '../contract/vocabulary.ts';
import { FakeRefusal } from '../front/fake-refusal.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';

/** Nothing is redacted by it: a test redacts what it wants redacted. */
export const retentionPolicyHandlers: FakeHandlers<'retention'> = {
  'retention.get': showRetention,
  'retention.update': (state, { body, headers }) =>
    updateRetention(state, body as UpdateRetentionBody, headers.get('if-match')),
};

const DAY_MS = 86_400_000;

function showRetention({ organisation }: FakeState): RetentionPolicy {
  const { session_days, version, updated_at } = organisation.retention;
  const from = updated_at && new Date(Date.parse(updated_at) + DAY_MS).toISOString();
  return {
    session_days,
    session_days_apply_from: session_days === null ? null : from,
    plan_days: FAKE_PLANS[organisation.plan].retentionDays,
    plan_days_apply_from: organisation.created_at,
    version,
    updated_at,
  };
}

function updateRetention(
  state: FakeState,
  { session_days }: UpdateRetentionBody,
  ifMatch: string | null,
): RetentionPolicy {
  const { organisation, now } = state;
  const { version, session_days: held } = organisation.retention;
  const wanted = /\d+/.exec(ifMatch ?? '')?.[0];
  if (wanted !== undefined && Number(wanted) !== version) {
    throw new FakeRefusal(
      'precondition_failed',
      `The retention policy is at version ${version} now. Get it, and send your change again with its ETag.`,
    );
  }
  if (session_days === undefined || session_days === held) return showRetention(state);
  const most = FAKE_PLANS[organisation.plan].retentionDays;
  if (session_days !== null && session_days > most) {
    throw new FakeRefusal(
      'retention.limit',
      `The plan ${organisation.plan} keeps what a session holds of people for ${most} days at most. Set fewer, or change the plan.`,
    );
  }
  organisation.retention = { session_days, version: version + 1, updated_at: now().toISOString() };
  return showRetention(state);
}

import { changeRetention, requirePolicyVersion, viewRetention } from '@field-inspection/rules';
import type { RetentionPolicy, UpdateRetentionBody } from '../../resources/retention.ts';
import { matchesFakeVersion } from '../front/fake-condition.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';

/** Handlers of the policy, which redacts nothing: a test redacts sessions itself. */
export const retentionPolicyHandlers: FakeHandlers<'retention'> = {
  'retention.get': showRetention,
  'retention.update': (state, { body, headers }) =>
    updateRetention(state, body as UpdateRetentionBody, headers.get('if-match')),
};

/** The service's own, where its host has set no other. */
const MESSAGE_DAYS_MAX = 30;

function showRetention({ organisation: { plan, retention, created_at } }: FakeState): RetentionPolicy {
  const row = { ...retention, plan_days: null, plan_days_at: null };
  return { ...viewRetention({ plan, row }, MESSAGE_DAYS_MAX), plan_days_apply_from: created_at };
}

function updateRetention(
  state: FakeState,
  body: UpdateRetentionBody,
  ifMatch: string | null,
): RetentionPolicy {
  const { organisation, now } = state;
  const { plan, retention: held } = organisation;
  requirePolicyVersion(held.version, matchesFakeVersion(held.version, ifMatch));
  const changes = changeRetention(held, body, { plan, messageDaysMax: MESSAGE_DAYS_MAX });
  if (!changes) return showRetention(state);
  const at = now().toISOString();
  const times = Object.fromEntries(Object.keys(changes).map((field) => [`${field}_at`, at]));
  organisation.retention = { ...held, ...changes, ...times, version: held.version + 1, updated_at: at };
  return showRetention(state);
}

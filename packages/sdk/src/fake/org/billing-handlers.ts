import type { OrgPlan } from '../../resources/billing.ts';
import { FAKE_PLANS } from '../contract/vocabulary.ts';
import { countFakeEndpoints } from '../deliveries/check-fake-endpoint-limit.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';

export const billingHandlers: FakeHandlers<'billing'> = { 'billing.getPlan': getPlan };

function getPlan({ organisation, sessions, evidence, endpoints, now }: FakeState): OrgPlan {
  const limits = FAKE_PLANS[organisation.plan];
  const [year, month] = [now().getUTCFullYear(), now().getUTCMonth()];
  const startsAt = new Date(Date.UTC(year, month)).toISOString();
  const ofPeriod = [...sessions.values()].filter(({ created_at }) => created_at >= startsAt);
  return {
    plan: organisation.plan,
    status: organisation.subscription,
    includes: {
      inspections: limits.inspections,
      members: limits.members,
      messages_per_day: limits.messagesPerDay,
      evidence_items: limits.organisation.items,
      evidence_bytes: limits.organisation.bytes,
      endpoints: limits.endpoints,
      retention_days: limits.retentionDays,
      white_label: limits.whiteLabel,
      sso: limits.sso,
    },
    use: {
      inspections: limits.inspections === null ? ofPeriod.length : sessions.size,
      evidence_items: evidence.size,
      evidence_bytes: [...evidence.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
      endpoints: countFakeEndpoints(endpoints.values()),
    },
    period: { starts_at: startsAt, ends_at: new Date(Date.UTC(year, month + 1)).toISOString() },
  };
}

import { PLAN_LIMITS } from '@field-inspection/contract/plain';
import type { BillingPortal, Checkout, OrgPlan } from '../../resources/billing.ts';
import { countFakeEndpoints } from '../deliveries/fake-endpoints.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { drawToken } from '../state/draw-token.ts';
import { readFakeMessageDay } from '../state/count-fake-messages.ts';
import type { FakeState } from '../state/fake-state.ts';

export const billingHandlers: FakeHandlers<'billing'> = {
  'billing.getPlan': getPlan,
  'billing.createCheckout': createCheckout,
  'billing.createPortal': createPortal,
};

function getPlan(state: FakeState): OrgPlan {
  const { organisation, sessions, members, evidence, now } = state;
  const limits = PLAN_LIMITS[organisation.plan];
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
      members: members.size,
      evidence_items: evidence.size,
      evidence_bytes: [...evidence.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
      endpoints: countFakeEndpoints(state),
      ...readFakeMessageDay(state),
    },
    period: { starts_at: startsAt, ends_at: new Date(Date.UTC(year, month + 1)).toISOString() },
    provider: 'stripe',
  };
}

const CHECKOUT_MS = 86_400_000;

/** Nobody can pay on the page: `setPlan` stands for a payment. */
function createCheckout(state: FakeState, { body }: FakeInput): Checkout {
  checkReturnUrl(state, body);
  return {
    url: `https://checkout.stripe.com/c/pay/cs_test_${drawToken()}`,
    expires_at: new Date(state.now().getTime() + CHECKOUT_MS).toISOString(),
  };
}

function createPortal(state: FakeState, { body }: FakeInput): BillingPortal {
  checkReturnUrl(state, body);
  return { url: `https://billing.stripe.com/p/session/test_${drawToken()}` };
}

function checkReturnUrl(
  { baseUrl, organisation }: FakeState,
  { return_url: url }: Record<string, unknown>,
): void {
  if (typeof url !== 'string') return;
  const { domain } = organisation.branding;
  const origins = [new URL(baseUrl).origin, ...(domain?.verified ? [`https://${domain.name}`] : [])];
  if (URL.canParse(url) && origins.includes(new URL(url).origin)) return;
  const pages = 'pages of the service, or of the domain that the organisation has verified';
  throw refuseField('body.return_url', 'invalid_value', `must begin with ${origins.join(' or ')}: ${pages}`);
}

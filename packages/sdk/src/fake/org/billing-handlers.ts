import { describePlan, findMonth, readReturnUrl } from '@field-inspection/rules';
import type { BillingPortal, Checkout, OrgPlan } from '../../resources/billing.ts';
import { countFakeEndpoints } from '../deliveries/fake-endpoints.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { drawToken, type FakeState, readFakeMessageDay } from '../state/fake-state.ts';

export const billingHandlers: FakeHandlers<'billing'> = {
  'billing.getPlan': getPlan,
  'billing.createCheckout': createCheckout,
  'billing.createPortal': createPortal,
};

function getPlan(state: FakeState): OrgPlan {
  const { organisation, sessions, members, evidence, now } = state;
  const includes = describePlan(organisation.plan);
  const { startsAt, endsAt } = findMonth(now());
  const starts_at = startsAt.toISOString();
  const ofPeriod = [...sessions.values()].filter(({ created_at }) => created_at >= starts_at);
  return {
    plan: organisation.plan,
    status: organisation.subscription,
    includes,
    use: {
      inspections: includes.inspections === null ? ofPeriod.length : sessions.size,
      members: members.size,
      evidence_items: evidence.size,
      evidence_bytes: [...evidence.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
      endpoints: countFakeEndpoints(state),
      ...readFakeMessageDay(state),
    },
    period: { starts_at, ends_at: endsAt.toISOString() },
    provider: 'stripe',
  };
}

const CHECKOUT_MS = 86_400_000;

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
  const { domain } = organisation.branding;
  readReturnUrl(url as string | undefined, { baseUrl, domain: domain?.verified ? domain.name : null });
}

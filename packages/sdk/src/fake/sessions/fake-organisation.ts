import { FakeRefusal } from '../front/fake-refusal.ts';
import type { FakeState } from '../state/fake-state.ts';

const LIMITED_PLAN_INSPECTIONS = 5;

/** @throws {FakeRefusal} when the invoice is open */
export function checkSubscription({ organisation }: FakeState): void {
  if (organisation.subscription === 'active') return;
  throw new FakeRefusal(
    'billing.subscription_past_due',
    'The subscription is past due. Pay the open invoice, then create the session again.',
  );
}

/** @throws {FakeRefusal} when a limited plan has used its inspections; a session counts from its creation on */
export function checkQuota({ organisation: { plan }, sessions }: FakeState): void {
  const isLimited = plan === 'free' || plan === 'pilot';
  if (!isLimited || sessions.size < LIMITED_PLAN_INSPECTIONS) return;
  throw new FakeRefusal(
    'billing.free_plan_minutes_exhausted',
    `The plan ${plan} has ${LIMITED_PLAN_INSPECTIONS} inspections and all are used. Change the plan.`,
  );
}

import { FakeRefusal } from '../front/fake-refusal.ts';
import type { FakeState } from '../state/fake-state.ts';

const ENDPOINT_LIMITS = { free: 5, pilot: 10, pro: 50, enterprise: 200 };

/** @throws {FakeRefusal} when the plan has no room for another endpoint; callbacks don't count */
export function checkFakeEndpointLimit({ organisation: { plan }, endpoints }: FakeState): void {
  const kept = [...endpoints.values()].filter(({ isDeleted, session }) => !isDeleted && session === null);
  const limit = ENDPOINT_LIMITS[plan];
  if (kept.length < limit) return;
  throw new FakeRefusal(
    'endpoint_limit',
    `The plan ${plan} has room for ${limit} webhook endpoints, and all are there. Delete one, or change the plan.`,
  );
}

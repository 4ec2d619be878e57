import { PLAN_LIMITS } from '@field-inspection/contract/plain';
import { Refusal } from '@field-inspection/rules';
import type { FakeEndpoint, FakeState } from '../state/fake-state.ts';

/** @throws {Refusal} when the plan has no room for another endpoint; callbacks don't count */
export function checkFakeEndpointLimit({ organisation: { plan }, endpoints }: FakeState): void {
  const limit = PLAN_LIMITS[plan].endpoints;
  if (countFakeEndpoints(endpoints.values()) < limit) return;
  throw new Refusal(
    'endpoint_limit',
    `The plan ${plan} has room for ${limit} webhook endpoints, and all are there. Delete one, or change the plan.`,
  );
}

/** Counts the endpoints that count against the plan. */
export const countFakeEndpoints = (endpoints: Iterable<FakeEndpoint>): number =>
  [...endpoints].filter(({ isDeleted, session }) => !isDeleted && session === null).length;

import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';

/** Gives the domain of an organisation's new links. A domain that the plan no longer includes is still served. */
export const linkDomainOf = ({ plan, domain }: { plan: string; domain: string | null }): string | null =>
  PLAN_LIMITS[plan as Plan].whiteLabel ? domain : null;

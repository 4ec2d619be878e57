import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';

/** New links don't use a domain that the plan no longer includes; it is still served. */
export const linkDomainOf = ({ plan, domain }: { plan: string; domain: string | null }): string | null =>
  PLAN_LIMITS[plan as Plan].whiteLabel ? domain : null;

import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';

/** The domain that new links of an organisation go over. One that its plan no longer includes is still served. */
export const linkDomainOf = ({ plan, domain }: { plan: string; domain: string | null }): string | null =>
  PLAN_LIMITS[plan as Plan].whiteLabel ? domain : null;

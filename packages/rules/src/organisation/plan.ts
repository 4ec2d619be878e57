import { PLAN_LIMITS, type Plan } from '@field-inspection/contract/plain';
import { invalidField } from '../refusal.ts';

/** Describes what a plan includes. `messagesPerDay`: the host's own limit, where it has set one. */
export const describePlan = (plan: Plan, messagesPerDay: number | null = null) => {
  const limits = PLAN_LIMITS[plan];
  return {
    inspections: limits.inspections,
    members: limits.members,
    messages_per_day: messagesPerDay ?? limits.messagesPerDay,
    evidence_items: limits.organisation.items,
    evidence_bytes: limits.organisation.bytes,
    endpoints: limits.endpoints,
    retention_days: limits.retentionDays,
    white_label: limits.whiteLabel,
    sso: limits.sso,
  };
};

/** The month of a time, in UTC: the period of a plan that no provider has given another. */
export const findMonth = (now: Date): { startsAt: Date; endsAt: Date } => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { startsAt: new Date(Date.UTC(year, month)), endsAt: new Date(Date.UTC(year, month + 1)) };
};

/**
 * Gives the URL that a browser goes to after a page of the provider: the one of the request, or the service's. The
 * provider's page lends it trust, so only the service and domains that the organisation has proven are taken.
 *
 * @throws {Refusal} validation_error
 */
export const readReturnUrl = (
  given: string | undefined,
  { baseUrl, domain }: { baseUrl: string; domain: string | null },
): string => {
  if (given === undefined) return baseUrl;
  const origins = [new URL(baseUrl).origin, ...(domain === null ? [] : [`https://${domain}`])];
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // A blob has the origin of the page that made it, and a user name before the host makes a URL look like another's.
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (isPlain && origins.includes(url.origin)) return url.href;
  throw invalidField(
    'return_url',
    `must begin with ${origins.join(' or ')}: pages of the service, or of the domain that the organisation has verified`,
  );
};

import { PLAN_LIMITS, type Plan } from '@field-inspection/contract/plain';
import { invalidField } from '../refusal.ts';

/** `messagesPerDay`: the host's own limit, if set. */
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

/** The month in UTC is a plan's period where no payment provider has given another. */
export const findMonth = (now: Date): { startsAt: Date; endsAt: Date } => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { startsAt: new Date(Date.UTC(year, month)), endsAt: new Date(Date.UTC(year, month + 1)) };
};

/**
 * Gives the URL that a browser returns to from the payment provider: the request's, or the service's. The provider's
 * page lends trust to it, so it must be the service's or on a domain that the organisation has proven.
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
  // A blob has its page's origin, and a user name before the host makes a URL look like another's.
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (isPlain && origins.includes(url.origin)) return url.href;
  throw invalidField(
    'return_url',
    `must begin with ${origins.join(' or ')}: pages of the service, or of the domain that the organisation has verified`,
  );
};

export const PLANS = ['free', 'pilot', 'pro', 'enterprise'] as const;

/** A plan: `free`, `pilot`, `pro` or `enterprise`. */
export type Plan = (typeof PLANS)[number];

/** States of a subscription. `trialing` and `active` create inspections; the other two do everything else. */
export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled'] as const;

/** The state of a subscription: `trialing`, `active`, `past_due` or `canceled`. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Statuses in which an organisation can create inspections. */
export const CREATING_STATUSES: readonly SubscriptionStatus[] = ['trialing', 'active'];

/** Quota for evidence: how many pieces, and how many bytes as they were sent. */
export type Amount = { items: number; bytes: number };

export type PlanLimits = {
  /** Number since the organisation's first one; null where there is no such limit. */
  inspections: number | null;
  /** Persons of the organisation, invited ones included. */
  members: number;
  /** Messages a day, and as many one-time codes. */
  messagesPerDay: number;
  session: Amount;
  organisation: Amount;
  /** Webhook endpoints of an organisation, of both kinds; the callbacks of its sessions do not count. */
  endpoints: number;
  /** Most days after its end that a session keeps data of people. */
  retentionDays: number;
  /** True if links may go over a domain of the organisation's own. Its name and colours are shown on every plan. */
  whiteLabel: boolean;
  /** True if members may sign in by their company's identity provider, and a directory of theirs may provision them. */
  sso: boolean;
};

const GIB = 1024 ** 3;
const TIB = 1024 ** 4;

/**
 * Limits of each plan. An inspection has some hundred photos of 5 MB, and now and then a recording, which has at most 4
 * GiB: a session has room for more than that, and yet one link can't fill a disk.
 *
 * @example
 * PLAN_LIMITS.free.inspections; // 5
 */
export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: {
    inspections: 5,
    members: 3,
    messagesPerDay: 100,
    session: { items: 500, bytes: 10 * GIB },
    organisation: { items: 2_500, bytes: 25 * GIB },
    endpoints: 5,
    retentionDays: 90,
    whiteLabel: false,
    sso: false,
  },
  pilot: {
    inspections: 5,
    members: 10,
    messagesPerDay: 200,
    session: { items: 1_000, bytes: 20 * GIB },
    organisation: { items: 5_000, bytes: 50 * GIB },
    endpoints: 10,
    retentionDays: 365,
    whiteLabel: true,
    sso: false,
  },
  pro: {
    inspections: null,
    members: 100,
    messagesPerDay: 5_000,
    session: { items: 2_000, bytes: 20 * GIB },
    organisation: { items: 2_000_000, bytes: 5 * TIB },
    endpoints: 50,
    retentionDays: 3_650,
    whiteLabel: true,
    sso: false,
  },
  enterprise: {
    inspections: null,
    members: 10_000,
    messagesPerDay: 50_000,
    session: { items: 5_000, bytes: 50 * GIB },
    organisation: { items: 50_000_000, bytes: 50 * TIB },
    endpoints: 200,
    retentionDays: 36_500,
    whiteLabel: true,
    sso: true,
  },
};

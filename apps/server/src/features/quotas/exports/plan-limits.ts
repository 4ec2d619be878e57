/** What an organisation pays for. */
export const PLANS = ['free', 'pilot', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** Room for evidence: how many pieces, and how many bytes as they were sent. */
export type Room = { items: number; bytes: number };

type PlanLimits = {
  /** Of one session. */
  session: Room;
  /** Of all sessions of an organisation together. */
  organisation: Room;
  /** Webhook endpoints of an organisation, of both kinds; what callbacks there are, its sessions say. */
  endpoints: number;
};

const GIB = 1024 ** 3;
const TIB = 1024 ** 4;

/**
 * Where each plan's limits stand. An inspection has some hundred photos of 5 MB, and now and then a recording,
 * which has at most 4 GiB: a session has room for more than that, and yet one link can't fill a disk.
 */
export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: {
    session: { items: 500, bytes: 10 * GIB },
    organisation: { items: 2_500, bytes: 25 * GIB },
    endpoints: 5,
  },
  pilot: {
    session: { items: 1_000, bytes: 20 * GIB },
    organisation: { items: 5_000, bytes: 50 * GIB },
    endpoints: 10,
  },
  pro: {
    session: { items: 2_000, bytes: 20 * GIB },
    organisation: { items: 2_000_000, bytes: 5 * TIB },
    endpoints: 50,
  },
  enterprise: {
    session: { items: 5_000, bytes: 50 * GIB },
    organisation: { items: 50_000_000, bytes: 50 * TIB },
    endpoints: 200,
  },
};

import { PLAN_LIMITS, type Plan, type Quotas, type Amount } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Prisma } from '#prisma';

export type FoundQuota = { limit: Amount; left: Amount };

/**
 * Gives the quota of a session and of its organisation.
 *
 * @param taken the amount that the same transaction has taken of either or both: it counts as left
 */
export const readQuotas = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, sessionId }: { organisationId: string; sessionId: string },
  taken: Amount = { items: 0, bytes: 0 },
): Promise<{ session: FoundQuota; organisation: FoundQuota }> => {
  // Raw: the plan and both counts in one round trip.
  const rows = await db.$queryRaw<(UsedQuota & { plan: Plan })[]>`
    select o.plan, u.subject_id,
      u.items - ${taken.items}::int * t.is_taken::int as items, u.bytes - ${taken.bytes}::bigint * t.is_taken::int as bytes
    from organisations o
    left join room_uses u
      on u.organisation_id = o.id and u.subject_id in (${sessionId}::uuid, ${organisationId}::uuid)
    cross join lateral (select coalesce(u.xmin = pg_current_xact_id_if_assigned()::xid, false) as is_taken) t
    where o.id = ${organisationId}::uuid
  `;
  const limits = PLAN_LIMITS[rows[0]!.plan];
  const usedBy = (id: string) => rows.find(({ subject_id }) => subject_id === id);
  return {
    session: describeQuota(limits.session, usedBy(sessionId)),
    organisation: describeQuota(limits.organisation, usedBy(organisationId)),
  };
};

type UsedQuota = { subject_id: string; items: number; bytes: bigint };

// A plan may have been changed to one with less quota than is taken.
const describeQuota = (limit: Amount, used: UsedQuota | undefined): FoundQuota => ({
  limit,
  left: {
    items: Math.max(0, limit.items - (used?.items ?? 0)),
    bytes: Math.max(0, limit.bytes - Number(used?.bytes ?? 0)),
  },
});

/** Gives of the organisation's quota only what limits this session. */
export const findQuotas = async (
  db: Parameters<typeof readQuotas>[0],
  key: Parameters<typeof readQuotas>[1],
): Promise<z.output<typeof Quotas>> => {
  const { session, organisation } = await readQuotas(db, key);
  const describe = (what: keyof Amount) => ({
    limit: session.limit[what],
    left: Math.min(session.left[what], organisation.left[what]),
  });
  return { items: describe('items'), bytes: describe('bytes') };
};

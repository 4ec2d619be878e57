import { Prisma } from '#prisma';

/** An organisation, and the time before which what it keeps of a class is overdue. */
export type OverdueRule = { id: string; before: Date };

/** What an organisation keeps the longest of a class: the first of an index that has only what is still there. */
const KEPT = {
  sessions: Prisma.sql`
    select coalesce(s.ended_at, s.scheduled_for, s.created_at) as at from sessions s
    where s.organisation_id = r.id
      and s.status in ('closed', 'expired') and s.redacted_at is null and not s.on_hold
    order by coalesce(s.ended_at, s.scheduled_for, s.created_at), s.id
    limit 1`,
  // Whether its session is over, and may lose it, is looked at by the organisation's own job.
  recordings: Prisma.sql`
    select e.created_at as at from evidence e
    where e.organisation_id = r.id
      and e.kind in ('recording', 'clip') and e.sha256 is not null and e.erased_at is null
    order by e.created_at, e.id
    limit 1`,
};

/** The organisations that have something overdue: the oldest of each is looked at. Raw, for the indexes. */
export const findOverdueOrganisations = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { kept, rules }: { kept: keyof typeof KEPT; rules: OverdueRule[] },
): Promise<string[]> => {
  const found = await db.$queryRaw<{ id: string }[]>`
    select r.id
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (id uuid, before timestamptz)
    cross join lateral (${KEPT[kept]}) oldest
    where oldest.at < r.before
  `;
  return found.map(({ id }) => id);
};

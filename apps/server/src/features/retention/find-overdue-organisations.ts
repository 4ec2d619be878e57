import type { Prisma } from '#prisma';

/** An organisation, whose sessions are to be redacted that were over before then. */
export type OverdueRule = { id: string; before: Date };

/** The organisations that have a session to be redacted: the oldest of each is looked at. Raw, for the index. */
export const findOverdueOrganisations = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  rules: OverdueRule[],
): Promise<string[]> => {
  const found = await db.$queryRaw<{ id: string }[]>`
    select r.id
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (id uuid, before timestamptz)
    cross join lateral (
      select from sessions s
      where s.organisation_id = r.id
        and s.status in ('closed', 'expired') and s.redacted_at is null and not s.on_hold
        and coalesce(s.ended_at, s.scheduled_for, s.created_at) < r.before
      order by coalesce(s.ended_at, s.scheduled_for, s.created_at), s.id
      limit 1
    ) overdue
  `;
  return found.map(({ id }) => id);
};

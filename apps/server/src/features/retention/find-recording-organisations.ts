import type { Prisma } from '#prisma';
import type { OverdueRule } from './find-overdue-organisations.ts';

/**
 * The organisations that have recordings from before then: one of each is looked at. Whether its session is over, and
 * may lose it, is looked at by the organisation's own job. Raw, for the index.
 */
export const findRecordingOrganisations = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  rules: OverdueRule[],
): Promise<string[]> => {
  const found = await db.$queryRaw<{ id: string }[]>`
    select r.id
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (id uuid, before timestamptz)
    cross join lateral (
      select from evidence e
      where e.organisation_id = r.id and e.created_at < r.before
        and e.kind in ('recording', 'clip') and e.sha256 is not null and e.erased_at is null
      order by e.created_at, e.id
      limit 1
    ) kept
  `;
  return found.map(({ id }) => id);
};

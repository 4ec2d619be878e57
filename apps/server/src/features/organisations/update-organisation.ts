import type { Context } from '../../context.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';

type Changes = { name: string } | { locale: string } | { time_zone: string } | { rate_limit: number };

/**
 * Changes what the host's operator may set beside the subscription, which the organisation's own chain tells; undefined
 * when there is no such organisation.
 */
export const updateOrganisation = (
  context: Pick<Context, 'transact' | 'random'>,
  { organisationId, changes }: { organisationId: string; changes: Changes },
): Promise<({ id: string } & Changes) | undefined> =>
  context.transact(async (tx) => {
    const { count } = await tx.db.organisation.updateMany({ where: { id: organisationId }, data: changes });
    if (count === 0) return undefined;
    const payload = { host: true, ...changes };
    appendOrgEntry(context, tx, { organisationId, kind: 'organisation.changed', payload });
    return { id: organisationId, ...changes };
  });

import type { Context } from '../../context.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';

type Changes = { name: string } | { locale: string } | { time_zone: string } | { rate_limit: number };

/**
 * Changes the host operator's settings of an organisation beside the subscription, and records them in its own chain;
 * undefined when there is no such organisation.
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

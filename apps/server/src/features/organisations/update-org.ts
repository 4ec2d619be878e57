import type { Organisation, UpdateOrganisationBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { getOrg } from './get-org.ts';

/** Changes an organisation's name, its locale and the time zone of printed times. What changes nothing is not told. */
export const updateOrg = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, changes }: { caller: Caller; changes: z.output<typeof UpdateOrganisationBody> },
): Promise<z.output<typeof Organisation>> => {
  const { organisationId } = caller;
  const held = await getOrg(tx.db, { organisationId });
  const wanted = Object.entries(changes).filter(
    ([name, value]) => value !== undefined && value !== held[name as keyof typeof changes],
  );
  if (wanted.length > 0) {
    await tx.db.organisation.update({ where: { id: organisationId }, data: Object.fromEntries(wanted) });
    appendOrgEntry(context, tx, {
      organisationId,
      kind: 'organisation.changed',
      payload: { ...nameActor(caller), ...(Object.fromEntries(wanted) as Record<string, string>) },
    });
  }
  return getOrg(tx.db, { organisationId });
};

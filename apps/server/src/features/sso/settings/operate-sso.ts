import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { lockOrganisation } from '../../members/exports/lock-members.ts';
import { findConnection, type Connection } from './connection-view.ts';
import { asDisabled, changeStatus } from './switch-sso.ts';

/** Turns the sign-on off for the host's operator, where nobody of the organisation can sign in any more. */
export const disableSsoByHost = async (
  context: Pick<Context, 'clock' | 'config' | 'random'>,
  tx: Tx,
  organisationId: string,
): Promise<ReturnType<typeof describe> | undefined> => {
  await lockOrganisation(tx, organisationId);
  const held = await findConnection(tx.db, organisationId);
  if (!held) return undefined;
  const to = asDisabled(held);
  await changeStatus(context, tx, { caller: 'host', held, to, kind: 'sso.disabled' });
  return describe({ ...held, ...to });
};

export const showSsoToHost = async (
  { database }: Pick<Context, 'database'>,
  organisationId: string,
): Promise<ReturnType<typeof describe> | undefined> => {
  const held = await findConnection(database.prisma, organisationId);
  return held ? describe(held) : undefined;
};

const describe = (held: Connection) => ({
  id: held.id,
  protocol: held.protocol,
  status: held.status,
  enforced: held.enforced,
  issuer: held.issuer,
  tested_at: held.tested_at,
  certificates_end: held.certificates.map(({ not_after }) => not_after.toISOString()),
});

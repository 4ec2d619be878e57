import type { SsoConnection } from '@field-inspection/contract';
import { requireActivatable, requireConnection, requireEnforceable } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry, type OrgFact } from '../../audit/exports/append-entry.ts';
import { type CallerOrHost, nameAuthor, requireGrant } from '../../members/exports/change-author.ts';
import { lockOrganisation } from '../../members/exports/lock-members.ts';
import { requireSsoOf } from '../../quotas/exports/require-sso.ts';
import { findConnection, viewConnection, type Connection } from './connection-view.ts';

type SwitchContext = Pick<Context, 'clock' | 'config' | 'random'>;
type Switch = { organisationId: string; author: CallerOrHost };

/**
 * Lets members sign in by the connection.
 *
 * @throws {Refusal} permission_denied, sso.invalid_state, sso.not_in_plan
 */
export const activateSso = async (context: SwitchContext, tx: Tx, by: Switch): Promise<SsoConnection> => {
  await requireSsoOf(tx.db, by.organisationId);
  const held = await lockConnection(tx, by);
  const where = { organisation_id: by.organisationId, verified_at: { not: null } };
  requireActivatable(held?.status ?? 'none', await tx.db.organisationDomain.count({ where }));
  return changeStatus(context, tx, { ...by, held: held!, to: { status: 'active' }, kind: 'sso.activated' });
};

/**
 * Lets nobody sign in by the connection any more. Its test stays, and its enforcement ends.
 *
 * @throws {Refusal} permission_denied, sso.invalid_state
 */
export const disableSso = async (context: SwitchContext, tx: Tx, by: Switch): Promise<SsoConnection> => {
  const held = await lockConnection(tx, by);
  requireConnection(held?.status ?? 'none');
  return changeStatus(context, tx, { ...by, held: held!, to: asDisabled(held!), kind: 'sso.disabled' });
};

/**
 * Lets members sign in in no other way, or in other ways, too. Who enforces it must have seen it work, lest they lock
 * themselves out; the host's operator has `script/admin` to end it.
 *
 * @throws {Refusal} permission_denied, sso.invalid_state, sso.not_in_plan
 */
export const enforceSso = async (
  context: SwitchContext,
  tx: Tx,
  { enforced, ...by }: Switch & { enforced: boolean },
): Promise<SsoConnection> => {
  const { organisationId, author } = by;
  const held = await lockConnection(tx, by);
  requireConnection(held?.status ?? 'none');
  if (enforced) {
    await requireSsoOf(tx.db, organisationId);
    const admins = {
      organisation_id: organisationId,
      role: 'org_admin',
      status: 'active',
      break_glass: true,
    };
    requireEnforceable({
      status: held!.status,
      isTestedHere: author === 'host' || held!.tested_credential_id === author.credentialId,
      breakGlassCount: await tx.db.member.count({ where: admins }),
    });
  }
  return changeStatus(context, tx, { ...by, held: held!, to: { enforced }, kind: 'sso.enforced' });
};

/** The test stays, so that the connection can be activated again. */
const asDisabled = ({ status }: Pick<Connection, 'status'>) => ({
  status: status === 'active' ? 'tested' : status,
  enforced: false,
});

// Under the organisation's lock no admin goes while the sign-on is enforced, nor the reverse.
const lockConnection = async (tx: Tx, { organisationId, author }: Switch): Promise<Connection | null> => {
  await lockOrganisation(tx, organisationId);
  await requireGrant(tx, author, { role: 'org_admin' });
  return findConnection(tx.db, organisationId);
};

const changeStatus = async (
  context: SwitchContext,
  tx: Tx,
  {
    organisationId,
    author,
    held,
    to,
    kind,
  }: Switch & {
    held: Connection;
    to: { status?: string; enforced?: boolean };
    kind: OrgFact['kind'];
  },
): Promise<SsoConnection> => {
  const after = { ...held, ...to };
  if (after.status === held.status && after.enforced === held.enforced) return viewConnection(context, held);
  const row = await tx.db.ssoConnection.update({
    where: { organisation_id: organisationId },
    data: { ...to, version: { increment: 1 }, updated_at: tx.now },
  });
  appendOrgEntry(context, tx, {
    organisationId,
    kind,
    payload: {
      ...nameAuthor(author),
      connection: row.id,
      status: row.status,
      enforced: row.enforced,
    },
  });
  return viewConnection(context, { ...row, certificates: held.certificates });
};

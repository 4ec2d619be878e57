import { MemberSession } from '@field-inspection/contract';
import { Prisma, type Credential } from '#prisma';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import { restWhileEnding } from '../../platform/database/right-lock.ts';
import { showRow } from '../../platform/database/show-row.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { closeOperatorPeers } from '../media/exports/close-room.ts';
import { nameDevice } from './exports/name-device.ts';

type Query = { limit: number; cursor?: string | undefined };

/**
 * Lists where a member is signed in.
 *
 * @throws {Refusal} not_found for a person who is no member of the organisation
 */
export const listMemberSessions = async (
  context: Pick<Context, 'clock' | 'database' | 'keyring'>,
  { caller, memberId, query }: { caller: Caller; memberId: string; query: Query },
) => {
  const { organisationId } = caller;
  const member = await context.database.prisma.member.findFirst({
    where: { organisation_id: organisationId, id: memberId, status: { not: 'removed' } },
  });
  if (!member) throw noSuch('member', memberId);
  return pageSessions(context, { caller, memberId, query });
};

export const pageSessions = async (
  context: Pick<Context, 'clock' | 'database' | 'keyring'>,
  {
    caller,
    memberId,
    query,
  }: { caller: Pick<Caller, 'organisationId' | 'credentialId'>; memberId: string; query: Query },
) => {
  const { organisationId } = caller;
  const of = { table: 'credentials', organisationId };
  const { rows, ...page } = await listPage<Credential>(context, {
    list: ['member-sessions', organisationId, memberId],
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, Prisma.sql`kind = 'session' and member_id = ${memberId}::uuid`),
    conditions: [Prisma.sql`revoked_at is null`, Prisma.sql`expires_at > ${context.clock.now()}`],
  });
  return { data: rows.map((row) => viewSession(row, caller)), ...page };
};

export const viewSession = (
  row: Omit<Credential, 'keys'>,
  caller: Pick<Caller, 'credentialId'>,
): MemberSession =>
  showRow(MemberSession, {
    ...row,
    way: row.way as MemberSession['way'],
    user_agent: row.user_agent!,
    device: nameDevice(row.user_agent!),
    stepped_up_at: row.stepped_up_at!,
    expires_at: row.expires_at!,
    is_current: row.id === caller.credentialId,
  });

/**
 * Ends a session of a member. After the answer nothing commits by it, and its connections in live rooms are closed.
 *
 * @throws {Refusal} not_found
 */
export const endMemberSession = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, memberId, sessionId }: { caller: Caller; memberId: string; sessionId: string },
): Promise<void> => {
  const { organisationId } = caller;
  const where = { organisation_id: organisationId, id: sessionId, kind: 'session', member_id: memberId };
  const known = await tx.db.credential.findFirst({ where });
  if (!known) throw noSuch('session', sessionId);
  await restWhileEnding(tx, rightOf(caller), [{ kind: 'credential', id: known.id }]);
  const { count } = await tx.db.credential.updateMany({
    where: { ...where, revoked_at: null },
    data: { revoked_at: tx.now },
  });
  if (count === 0) return;
  closeOperatorPeers(tx, { credentialIds: [known.id], memberId });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'member.signed_out',
    payload: { ...nameActor(caller), member: known.member_id!, session: known.id },
  });
};

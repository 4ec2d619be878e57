import type { MemberIdentity, RoleName } from '@field-inspection/contract';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameAuthor, requireGrant, type Author } from './exports/change-author.ts';
import { lockMember, lockOrganisation, type MemberKey } from './exports/lock-members.ts';

/**
 * Gets the person at the provider who is a member.
 *
 * @throws {Refusal} not_found
 */
export const getIdentity = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, memberId }: MemberKey,
): Promise<MemberIdentity> => {
  const row = await database.prisma.memberIdentity.findFirst({
    where: { organisation_id: organisationId, member_id: memberId },
  });
  if (!row) throw noSuch('identity of the member', memberId);
  const { connection_id: connection, subject, created_at } = row;
  return { connection, subject, linked_at: created_at.toISOString() };
};

/**
 * Unlinks a member from the person at the provider. Whom the provider sends next with their address becomes them, so
 * the author must hold what they hold.
 *
 * @throws {Refusal} not_found, permission_denied
 */
export const unlinkMember = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { author, ...key }: MemberKey & { author: Author },
): Promise<void> => {
  const { organisationId, memberId } = key;
  // A first sign-in of the person that is under way waits, and links them anew, or comes before.
  await lockOrganisation(tx, organisationId);
  const member = await lockMember(tx, key);
  await requireGrant(tx, author, { role: member.role as RoleName });
  const where = { organisation_id: organisationId, member_id: memberId };
  const row = await tx.db.memberIdentity.findFirst({ where });
  if (!row) throw noSuch('identity of the member', memberId);
  await tx.db.memberIdentity.deleteMany({ where });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'member.unlinked',
    payload: { ...nameAuthor(author), connection: row.connection_id, member: memberId },
    personal: { subject: row.subject },
  });
};

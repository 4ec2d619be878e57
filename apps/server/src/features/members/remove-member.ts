import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { closeOperatorPeers } from '../media/exports/close-room.ts';
import { nameAuthor, requireGrant, type Author } from './exports/change-author.ts';
import { endInvitation } from './exports/end-invitation.ts';
import { keepAdmin, lockMember, lockOrganisation, type MemberKey } from './exports/lock-members.ts';
import { requireAllTaken, takeRights } from './take-rights.ts';

/**
 * Removes a member for good: their keys are revoked, their passkeys are gone, and name and address are in the chain's disclosures alone.
 *
 * @throws {Refusal} not_found, permission_denied, org.last_admin
 */
export const removeMember = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { author, ...key }: MemberKey & { author: Author },
): Promise<void> => {
  const keys = await takeRights(tx, { ...key, author, ended: [key.memberId] });
  await lockOrganisation(tx, key.organisationId);
  const member = await lockMember(tx, key);
  await requireGrant(tx, author, { role: null });
  await keepAdmin(tx, member, { ...member, status: 'removed' });
  await requireAllTaken(tx, key, keys);
  closeOperatorPeers(tx, { credentialIds: keys, memberId: key.memberId });
  await endInvitation(tx, key);
  const where = { organisation_id: key.organisationId, member_id: key.memberId };
  await tx.db.credential.updateMany({ where, data: { operator_email: '' } });
  await tx.db.credential.updateMany({ where: { ...where, revoked_at: null }, data: { revoked_at: tx.now } });
  await tx.db.passkey.deleteMany({ where });
  await forgetDirectoryUser(tx, where);
  await tx.db.memberIdentity.deleteMany({ where });
  await tx.db.member.update({
    where: { organisation_id_id: { organisation_id: key.organisationId, id: key.memberId } },
    data: { status: 'removed', email: '', name: '', user_handle: null },
  });
  appendOrgEntry(context, tx, {
    organisationId: key.organisationId,
    kind: 'member.removed',
    payload: { ...nameAuthor(author), member: member.id },
    personal: { email: member.email },
  });
};

// The next request of the directory about them finds nobody.
const forgetDirectoryUser = async (
  tx: Tx,
  where: { organisation_id: string; member_id: string },
): Promise<void> => {
  await tx.db.directoryUser.deleteMany({ where });
  await tx.db.provisioningEntry.updateMany({ where, data: { name: '', detail: '' } });
};

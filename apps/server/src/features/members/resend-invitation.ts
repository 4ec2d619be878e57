import type { Member, RoleName } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameAuthor, requireGrant, type Author } from './change-author.ts';
import { lockMember, lockOrganisation, type MemberKey } from './lock-members.ts';
import { viewMember } from './member-view.ts';
import { sendInvitation } from './send-invitation.ts';

/**
 * Sends an invitation again, with another link.
 *
 * @throws {ApiError} not_found, permission_denied, member.invalid_state
 */
export const resendInvitation = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { author, ...key }: MemberKey & { author: Author },
): Promise<Member> => {
  await lockOrganisation(tx, key.organisationId);
  const member = await lockMember(tx, key);
  await requireGrant(tx, author, { role: member.role as RoleName });
  if (member.status !== 'invited') {
    throw new ApiError('member.invalid_state', 'The member has accepted the invitation already.');
  }
  const invitation = await sendInvitation(context, tx, member);
  appendOrgEntry(context, tx, {
    organisationId: key.organisationId,
    kind: 'member.invited',
    payload: { ...nameAuthor(author), member: member.id, role: member.role },
  });
  return viewMember(member, invitation);
};

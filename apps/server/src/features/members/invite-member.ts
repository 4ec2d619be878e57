import type { InviteMemberBody, LocaleCode, Member } from '@field-inspection/contract';
import { requireMemberQuota } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameAuthor, requireGrant, type Author } from './exports/change-author.ts';
import { insertMember } from './exports/insert-member.ts';
import { lockOrganisation } from './exports/lock-members.ts';
import { viewMember } from './member-view.ts';
import { sendInvitation } from './send-invitation.ts';

/**
 * Invites a person to the organisation.
 *
 * @throws {Refusal} permission_denied, member.exists, member.limit
 */
export const inviteMember = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  {
    author,
    organisationId,
    body,
  }: { author: Author; organisationId: string; body: z.output<typeof InviteMemberBody> },
): Promise<Member> => {
  const organisation = await lockOrganisation(tx, organisationId);
  await requireGrant(tx, author, { role: body.role });
  // Under the organisation's lock, the second of two invitations at once counts the member of the first.
  const where = { organisation_id: organisationId, status: { not: 'removed' } };
  requireMemberQuota(organisation.plan, await tx.db.member.count({ where }));
  const member = await insertMember(context, tx, {
    organisation_id: organisationId,
    email: body.email,
    name: body.name,
    role: body.role,
    status: 'invited',
    locale: body.locale ?? (organisation.locale as LocaleCode),
    joined_at: null,
  });
  const invitation = await sendInvitation(context, tx, member);
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'member.invited',
    payload: { ...nameAuthor(author), member: member.id, role: member.role },
    personal: { email: member.email, name: member.name },
  });
  return viewMember(member, invitation);
};

import type { Member } from '@field-inspection/contract';
import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { findInvitationMails } from '../notifications/exports/find-invitation-mails.ts';
import { viewMember } from './member-view.ts';

export const getMember = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, memberId }: { organisationId: string; memberId: string },
): Promise<Member> => {
  const row = await database.prisma.member.findFirst({
    where: { organisation_id: organisationId, id: memberId, status: { not: 'removed' } },
  });
  if (!row) throw noSuch('member', memberId);
  const mails = await findInvitationMails(database.prisma, { organisationId, memberIds: [memberId] });
  return viewMember(row, mails.get(memberId));
};

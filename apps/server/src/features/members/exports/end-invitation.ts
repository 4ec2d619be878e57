import type { Tx } from '../../../platform/database/transact.ts';
import type { MemberKey } from './lock-members.ts';

/** Ends a member's invitation, if there is one: its link is dead, and unsent messages are not sent. */
export const endInvitation = async (tx: Tx, { organisationId, memberId }: MemberKey): Promise<void> => {
  const where = { organisation_id: organisationId, member_id: memberId };
  await tx.db.memberInvitation.deleteMany({ where });
  await tx.db.message.updateMany({
    where: { ...where, sent_at: null, cancelled_at: null },
    data: { cancelled_at: tx.now, secret_sealed: null },
  });
};

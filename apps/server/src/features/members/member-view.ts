import { Member, type MemberInvitation } from '@field-inspection/contract';
import type { Member as MemberRow } from '#prisma';
import { showRow } from '../../platform/database/show-row.ts';

/** Shows a member. `invitation`: the fate of the newest e-mail with the link, if it is kept. */
export const viewMember = (row: MemberRow, invitation: MemberInvitation | undefined): Member =>
  showRow(Member, { ...row, invitation: invitation ?? null });

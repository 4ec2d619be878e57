import { Member } from '@field-inspection/contract';
import type { Member as MemberRow } from '#prisma';
import { showRow } from '../../platform/database/show-row.ts';

export const viewMember = (row: MemberRow): Member => showRow(Member, row);

import type { MemberRole } from '@field-inspection/sdk';
import { readSearch } from '../parts/read-search.ts';

/** The compiler asks for each role. */
const KNOWN: Record<MemberRole, true> = { org_admin: true, inspector: true, observer: true, auditor: true };

export const ROLES = Object.keys(KNOWN) as MemberRole[];
export const MEMBER_STATUSES = ['invited', 'active', 'disabled'];

export const readMemberFilters = readSearch('status', 'role');

export type MemberFilters = ReturnType<typeof readMemberFilters>;

import type { AuditEntry } from '@field-inspection/sdk';
import { readSearch } from '../parts/read-search.ts';

/** The first word of a kind says of which matter an entry is. */
export const MATTERS = [
  'member',
  'key',
  'sso',
  'directory',
  'organisation',
  'branding',
  'webhook_endpoint',
  'billing',
  'retention',
  'export',
];

export const readAuditFilters = readSearch('matter');

export const isOfMatter = (kind: string, matter: string | undefined): boolean =>
  matter === undefined || kind.startsWith(`${matter}.`);

/** Several matters have the same deeds, and some of them two names for one. */
const SAME = new Map([
  ['updated', 'changed'],
  ['deleted', 'removed'],
]);

/** Gives the key of the text that says what was done. */
export const keyOfDeed = (kind: string): string => {
  const deed = kind.slice(kind.indexOf('.') + 1);
  return `deed.${SAME.get(deed) ?? deed}`;
};

/** The members of an entry: whom it is about, and who did it. */
export const readMembers = ({ member, member_id: by }: AuditEntry['payload']) => ({
  about: typeof member === 'string' ? member : undefined,
  by: typeof by === 'string' && by !== member ? by : undefined,
});

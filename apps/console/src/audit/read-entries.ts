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

const COMMITMENT = /^[\da-f]{64}$/;

/** Gives what people can read of a payload. A commitment stands for a name or an address, and says nothing by itself. */
export const tellDetails = (payload: AuditEntry['payload']): string =>
  Object.entries(payload)
    .flatMap(([name, value]) => (isReadable(value) ? [`${name}: ${value}`] : []))
    .join(', ');

const isReadable = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && !COMMITMENT.test(value));

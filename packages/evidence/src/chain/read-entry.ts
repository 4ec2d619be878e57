import { isHex64 } from '../bytes.ts';
import { isPlainObject } from '../canonical/is-plain-object.ts';
import { hashText } from '../digest/hash-text.ts';
import { EvidenceError } from '../evidence-error.ts';
import { findDraftFault, type AuditEntry } from './audit-entry.ts';
import { canonicalizeEntry } from './hash-entry.ts';

export type EntryReading = { fault: string } | { entry: AuditEntry; computedHash: string };

const FIELDS = ['sequence', 'kind', 'occurred_at', 'payload', 'prev_hash', 'hash'];

/**
 * Reads an entry that an attacker may control: each field is read once and before the first await, so that what is
 * compared is what was hashed. A failure in reading is a fault, not an exception.
 */
export async function readEntry(raw: unknown): Promise<EntryReading> {
  const parsed = parseEntry(raw);
  if ('fault' in parsed) return parsed;

  return { entry: parsed.entry, computedHash: await hashText(parsed.canonicalText) };
}

function parseEntry(raw: unknown): { fault: string } | { entry: AuditEntry; canonicalText: string } {
  try {
    if (!isPlainObject(raw)) return { fault: 'it must be a plain object.' };
    if (!hasExactlyTheFields(raw)) return { fault: `its fields must be exactly ${FIELDS.join(', ')}.` };

    const entry = { ...raw } as AuditEntry;
    const fault = findEntryFault(entry);
    return fault ? { fault } : { entry, canonicalText: canonicalizeEntry(entry) };
  } catch (error) {
    return { fault: error instanceof EvidenceError ? error.message : 'it throws when it is read.' };
  }
}

function hasExactlyTheFields(raw: object): boolean {
  const keys = Reflect.ownKeys(raw);
  return keys.length === FIELDS.length && FIELDS.every((field) => keys.includes(field));
}

function findEntryFault(entry: AuditEntry): string | undefined {
  if (!Number.isSafeInteger(entry.sequence)) return 'sequence must be an integer.';
  if (!isHex64(entry.prev_hash)) return 'prev_hash must be 64 lower-case hex characters.';
  if (!isHex64(entry.hash)) return 'hash must be 64 lower-case hex characters.';
  return findDraftFault(entry);
}

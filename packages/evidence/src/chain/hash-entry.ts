import { canonicalizeJson } from '../canonical/canonicalize-json.ts';
import { hashText } from '../digest/hash-text.ts';
import type { AuditEntry } from './audit-entry.ts';

/**
 * Computes the hash an entry must carry: SHA-256, as 64 lower-case hex characters, of the RFC 8785 form of
 * `{ sequence, kind, occurred_at, payload, prev_hash }`. A `hash` in the argument is left out of it, so that a
 * whole entry can be passed. It hashes what it is given; whether that is a lawful entry is `verifyChain`'s matter.
 *
 * @throws {EvidenceError} `not_canonical`, `digest_unavailable`
 *
 * @example
 * ```ts
 * import { appendEntry, GENESIS_HEAD, hashEntry } from '@field-inspection/evidence';
 *
 * const entry = await appendEntry(GENESIS_HEAD, {
 *   kind: 'session.created',
 *   occurred_at: '2026-11-20T09:30:00.000Z',
 *   payload: { locale: 'it' },
 * });
 * console.log((await hashEntry(entry)) === entry.hash); // true
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export async function hashEntry(entry: Omit<AuditEntry, 'hash'>): Promise<string> {
  return hashText(canonicalizeEntry(entry));
}

/** Gives the text that the entry's hash is made of. An existing `hash` stays out of it. */
export function canonicalizeEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { sequence, kind, occurred_at, payload, prev_hash } = entry;
  return canonicalizeJson({ sequence, kind, occurred_at, payload, prev_hash });
}

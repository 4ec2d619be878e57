import { canonicalizeJson } from '../canonical/canonicalize-json.ts';
import type { AuditEntry } from './audit-entry.ts';

/** The text whose hash the entry carries. A `hash` that is there already stays out of it. */
export function canonicalizeEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { sequence, kind, occurred_at, payload, prev_hash } = entry;
  return canonicalizeJson({ sequence, kind, occurred_at, payload, prev_hash });
}

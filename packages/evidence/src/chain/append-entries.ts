import { appendEntry } from './append-entry.ts';
import type { AuditEntry, AuditEntryDraft, ChainHead } from './audit-entry.ts';

/**
 * Computes the entries that follow `head`, one for each draft, in order: `appendEntry` repeated. All or nothing: when
 * one draft is refused, the promise is rejected and there are no entries.
 *
 * @throws {EvidenceError} `invalid_head`, `invalid_draft`, `not_canonical`, `digest_unavailable`
 *
 * @example
 * ```ts
 * import { appendEntries, GENESIS_HEAD } from '@field-inspection/evidence';
 *
 * const entries = await appendEntries(GENESIS_HEAD, [
 *   { kind: 'session.created', occurred_at: '2026-11-20T09:30:00.000Z', payload: { locale: 'it' } },
 *   { kind: 'session.closed', occurred_at: '2026-11-20T10:02:00.000Z', payload: {} },
 * ]);
 * console.log(entries.map((entry) => entry.sequence)); // [ 1, 2 ]
 * ```
 */
export async function appendEntries(
  head: ChainHead,
  drafts: Iterable<AuditEntryDraft>,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const draft of drafts) {
    entries.push(await appendEntry(entries.at(-1) ?? head, draft));
  }
  return entries;
}

import { EvidenceError } from '../evidence-error.ts';
import {
  assertHead,
  findDraftFault,
  type AuditEntry,
  type AuditEntryDraft,
  type ChainHead,
} from './audit-entry.ts';
import { hashEntry } from './hash-entry.ts';

/**
 * Computes the entry that follows `head`: the next sequence, linked by `prev_hash`, with its own hash. Pure: nothing
 * is stored, and the same arguments give the same entry. The caller makes sure that one entry only follows each
 * head, by a lock or a unique sequence, since two entries on one head are two chains.
 *
 * The payload is carried over, not copied: don't change it afterwards.
 *
 * @param head the chain's end; `GENESIS_HEAD` for the first entry, the entry before for every other. The first entry of
 *   a chain that goes on from a closed one (a session's addenda) takes `{ sequence: 0, hash }` with the closed one's head.
 * @param draft what happened; the time is the caller's.
 * @throws {EvidenceError} `invalid_head`, `invalid_draft`, `not_canonical`, `digest_unavailable`
 *
 * @example
 * ```ts
 * import { appendEntry, GENESIS_HEAD } from '@field-inspection/evidence';
 *
 * const first = await appendEntry(GENESIS_HEAD, {
 *   kind: 'session.created',
 *   occurred_at: '2026-11-20T09:30:00.000Z',
 *   payload: { locale: 'it' },
 * });
 * const second = await appendEntry(first, {
 *   kind: 'evidence.captured',
 *   occurred_at: '2026-11-20T09:41:12.345Z',
 *   payload: { byte_size: 482_113, gps: { lat_e7: 454_642_035, lon_e7: 91_899_820 } },
 * });
 * console.log(second.sequence, second.prev_hash === first.hash); // 2 true
 * ```
 *
 * @see the format in this package's README, and https://www.rfc-editor.org/rfc/rfc8785
 */
export async function appendEntry(head: ChainHead, draft: AuditEntryDraft): Promise<AuditEntry> {
  assertHead(head);
  const { kind, occurred_at, payload } = draft;
  const fault = findDraftFault({ kind, occurred_at, payload });
  if (fault) throw new EvidenceError('invalid_draft', `The entry can't be appended: ${fault}`);

  const entry = { sequence: head.sequence + 1, kind, occurred_at, payload, prev_hash: head.hash };
  return { ...entry, hash: await hashEntry(entry) };
}

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

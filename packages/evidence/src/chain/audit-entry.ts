import type { CanonicalValue } from '../canonical/canonicalize-json.ts';

/**
 * What happened, before it has a place in the chain.
 *
 * - `kind`: lower-case words joined by dots, at most 100 characters, such as `evidence.captured`;
 * - `occurred_at`: ISO 8601 in UTC with milliseconds, such as `2026-11-20T09:30:00.000Z`;
 * - `payload`: a plain object of canonical values. It holds no personal data in clear: see `commitValue`.
 */
export type AuditEntryDraft = {
  readonly kind: string;
  readonly occurred_at: string;
  readonly payload: { readonly [key: string]: CanonicalValue };
};

/**
 * One link of a session's audit chain, in the shape in which it is stored and sent.
 *
 * - `sequence`: its place, from 1, without gaps;
 * - `prev_hash`: the hash of the entry before it; 64 zeros in the first;
 * - `hash`: SHA-256, 64 lower-case hex characters, of the RFC 8785 form of the entry without `hash`.
 */
export type AuditEntry = AuditEntryDraft & {
  readonly sequence: number;
  readonly prev_hash: string;
  readonly hash: string;
};

/** The end of a chain: the last entry's `sequence` and `hash`. Every `AuditEntry` is one, too. */
export type ChainHead = { readonly sequence: number; readonly hash: string };

/**
 * The head of a chain that has no entry yet: sequence 0 and 64 zeros. A session's first entry is appended to it.
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
 * console.log(first.sequence, first.prev_hash === GENESIS_HEAD.hash); // 1 true
 * ```
 */
export const GENESIS_HEAD: ChainHead = Object.freeze({ sequence: 0, hash: '0'.repeat(64) });

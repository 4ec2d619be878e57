import { isHex64 } from '../bytes.ts';
import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import { isPlainObject } from '../canonical/is-plain-object.ts';
import { EvidenceError } from '../evidence-error.ts';

/**
 * Fact before it has a place in the chain.
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
 * Entry of a session's audit chain, in the shape in which it is stored and sent.
 *
 * - `sequence`: its place, from 1, without gaps;
 * - `prev_hash`: the hash of the entry before it; 64 zeros in the first, or the head of the chain that this one goes on
 *   from;
 * - `hash`: SHA-256, 64 lower-case hex characters, of the RFC 8785 form of the entry without `hash`.
 */
export type AuditEntry = AuditEntryDraft & {
  readonly sequence: number;
  readonly prev_hash: string;
  readonly hash: string;
};

/**
 * The end of a chain: the last entry's `sequence` and `hash`. Every `AuditEntry` is one, too. Sequence 0 is the place
 * before the first entry, with the hash that it goes on from: 64 zeros (`GENESIS_HEAD`), or the head of a chain that is
 * closed.
 */
export type ChainHead = { readonly sequence: number; readonly hash: string };

const KIND = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/;
const MAX_KIND_LENGTH = 100;
const TIMESTAMP_LENGTH = '2026-11-20T09:30:00.000Z'.length;

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

/**
 * Throws `invalid_head` for a place that no chain has: no entry has the zero hash, nor the hash that the chain goes on
 * from. Without `genesis` a chain may go on from any hash.
 */
export function assertHead({ sequence, hash }: ChainHead, genesis?: string): void {
  const isPosition = Number.isSafeInteger(sequence) && sequence >= 0 && isHex64(hash);
  if (isPosition && (sequence === 0 ? hash === (genesis ?? hash) : !isNoEntry(hash, genesis))) return;

  throw new EvidenceError(
    'invalid_head',
    'A chain head is { sequence, hash } of the last entry, with the hash as 64 lower-case hex characters; ' +
      'for a chain without entries pass GENESIS_HEAD, or sequence 0 and the hash that it goes on from.',
  );
}

function isNoEntry(hash: string, genesis: string | undefined): boolean {
  return hash === GENESIS_HEAD.hash || hash === genesis;
}

export function findDraftFault(fields: {
  kind: unknown;
  occurred_at: unknown;
  payload: unknown;
}): string | undefined {
  if (!isKind(fields.kind)) {
    return `kind must be lower-case words joined by dots, of at most ${MAX_KIND_LENGTH} characters.`;
  }
  if (!isTimestamp(fields.occurred_at)) {
    return 'occurred_at must be an existing time written like 2026-11-20T09:30:00.000Z.';
  }
  if (!isPlainObject(fields.payload)) return 'payload must be a plain object.';
  return undefined;
}

function isKind(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_KIND_LENGTH && KIND.test(value);
}

// Writing the parsed time again refuses 30 February and 24:00, and any other spelling.
function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== TIMESTAMP_LENGTH) return false;

  const milliseconds = Date.parse(value);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === value;
}

import { isHex64 } from '../digest/is-hex64.ts';
import { EvidenceError } from '../evidence-error.ts';
import { GENESIS_HEAD, type ChainHead } from './audit-entry.ts';

/** Throws `invalid_head` unless it is a place in a chain: only the place before the first entry has the zero hash. */
export function assertHead({ sequence, hash }: ChainHead): void {
  const isPlace = Number.isSafeInteger(sequence) && sequence >= 0 && isHex64(hash);
  if (isPlace && (sequence === 0) === (hash === GENESIS_HEAD.hash)) return;

  throw new EvidenceError(
    'invalid_head',
    'A chain head is { sequence, hash } of the last entry, with the hash as 64 lower-case hex characters; ' +
      'for a chain without entries pass GENESIS_HEAD.',
  );
}

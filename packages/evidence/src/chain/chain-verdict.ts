import type { ChainHead } from './audit-entry.ts';

/**
 * What is wrong at the first bad place.
 *
 * - `malformed_chain`: there is no list of entries;
 * - `malformed_entry`: not an entry: a field is missing, unknown, or not of its format;
 * - `wrong_sequence`: an entry was removed or put in before it, or the order was changed;
 * - `broken_link`: `prev_hash` is not the hash of the entry before, which was replaced;
 * - `wrong_hash`: the entry was changed after it was hashed;
 * - `truncated`: the chain ends before the expected head: its tail was cut off;
 * - `extended`: the chain goes on after the expected head;
 * - `wrong_head`: each entry fits the one before, yet this is not the chain with the expected head: it was
 *   rewritten, or, where the head was given as a hash alone, its tail was cut off.
 */
export type ChainFailureCode =
  | 'malformed_chain'
  | 'malformed_entry'
  | 'wrong_sequence'
  | 'broken_link'
  | 'wrong_hash'
  | 'truncated'
  | 'extended'
  | 'wrong_head';

/**
 * The verdict on a chain. `sequence` of an invalid one is the position, counted from 1, of the first bad place,
 * whatever the entry there claims; a `truncated` chain is bad at the first position that is missing. `code` is
 * stable; `message` is for people and may change.
 */
export type ChainVerdict =
  | { valid: true; head: ChainHead; length: number }
  | { valid: false; sequence: number; code: ChainFailureCode; message: string };

import { compareBytes } from './compare-bytes.ts';
import { SET } from './tags.ts';
import { writeDer } from './write-der.ts';

/** A DER SET OF: its members ascend as bytes (X.690, section 11.6), whatever order they are given in. */
export function writeSet(members: readonly Uint8Array[], tag: number = SET): Uint8Array {
  return writeDer(tag, ...[...members].sort(compareBytes));
}

import { UnsatisfiableRangeError } from './object-store-errors.ts';
import type { ByteRange } from './object-store.ts';

/** What a range says by itself; whether it begins within the object is for the store to know. */
export const checkRange = (range: ByteRange | undefined): ByteRange | undefined => {
  if (!range) return undefined;
  const { start, end = start } = range;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new UnsatisfiableRangeError(`Bytes ${start} to ${end} are no range`);
  }
  return range;
};

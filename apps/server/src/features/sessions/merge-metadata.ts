import { MAX_METADATA_PAIRS, type Metadata, type MetadataChanges } from '@field-inspection/contract';
import { invalidField } from '../../api-error.ts';

/**
 * The pairs after a change: a value sets its pair, null removes it, the others stay. Undefined when nothing differs.
 *
 * @throws {ApiError} validation_error when too many would remain
 */
export const mergeMetadata = (before: Metadata, changes: MetadataChanges = {}): Metadata | undefined => {
  const isSame = ([key, value]: [string, string | null]) => (readOwn(before, key) ?? null) === value;
  if (Object.entries(changes).every(isSame)) return undefined;
  const after = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  if (after.length > MAX_METADATA_PAIRS) {
    throw invalidField(
      'metadata',
      `would have ${after.length} pairs; at most ${MAX_METADATA_PAIRS} remain. Remove some by null`,
    );
  }
  return Object.fromEntries(after) as Metadata;
};

// A key may be the name of something that every object has, such as constructor.
const readOwn = (pairs: Metadata, key: string) => (Object.hasOwn(pairs, key) ? pairs[key] : undefined);

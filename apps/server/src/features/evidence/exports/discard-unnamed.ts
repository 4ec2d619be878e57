import type { Context } from '../../../context.ts';
import type { StoredContent } from '../../../platform/object-store/object-store.ts';

/** Deletes what was stored on the way to a piece of evidence, and is not its bytes: those that had their place. */
export const discardUnnamed = async (
  { objects }: Pick<Context, 'objects'>,
  evidence: { sha256: string | null },
  stored: Pick<StoredContent, 'key' | 'sha256'>[],
): Promise<void> => {
  for (const { key, sha256 } of stored) {
    if (sha256 !== evidence.sha256) await objects.delete(key);
  }
};

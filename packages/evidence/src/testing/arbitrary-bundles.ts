import fc from 'fast-check';

import type { AuditEntryDraft } from '../chain/audit-entry.ts';
import { arbitraryDrafts } from './arbitrary-drafts.ts';

/** What a bundle is made of: photos, each another, and what else happened, of any form. */
export type BundleParts = { photos: Uint8Array[]; drafts: AuditEntryDraft[] };

export function arbitraryBundles(photos: {
  minLength: number;
  maxLength: number;
}): fc.Arbitrary<BundleParts> {
  return fc.record({
    photos: fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 40 }), {
      ...photos,
      selector: (bytes) => Buffer.from(bytes).toString('hex'),
    }),
    // Photos alone are captured here.
    drafts: arbitraryDrafts({ minLength: 0, maxLength: 6 }).map((drafts) =>
      drafts.map((draft) =>
        draft.kind === 'evidence.captured' ? { ...draft, kind: 'consent.changed' } : draft,
      ),
    ),
  });
}

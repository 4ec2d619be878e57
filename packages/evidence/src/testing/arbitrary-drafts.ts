import fc from 'fast-check';

import type { AuditEntryDraft } from '../chain/audit-entry.ts';
import { arbitraryCanonicalValue } from './arbitrary-canonical-value.ts';

/** Drafts for a chain of `minLength` to `maxLength` entries, in no order of time. */
export function arbitraryDrafts(length: {
  minLength: number;
  maxLength: number;
}): fc.Arbitrary<AuditEntryDraft[]> {
  const draft = fc.record({
    kind: fc.constantFrom('session.created', 'evidence.captured', 'ping'),
    occurred_at: fc
      .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    payload: fc.dictionary(fc.string({ maxLength: 8 }), arbitraryCanonicalValue(), { maxKeys: 3 }),
  });
  return fc.array(draft, length);
}

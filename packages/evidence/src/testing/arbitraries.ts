import fc from 'fast-check';

import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import type { AuditEntryDraft } from '../chain/audit-entry.ts';

/** Any value that the chain can hold, well within its depth; strings range over all of Unicode. */
export function arbitraryCanonicalValue(): fc.Arbitrary<CanonicalValue> {
  return fc.letrec<{ value: CanonicalValue; scalar: CanonicalValue }>((tie) => ({
    scalar: fc.oneof(text(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)),
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      tie('scalar'),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(text(), tie('value'), { maxKeys: 5 }),
    ),
  })).value;
}

// Adds the strings on which escaping, sorting and property access go wrong.
function text(): fc.Arbitrary<string> {
  const awkward = fc.constantFrom(
    '',
    '__proto__',
    '10',
    '9',
    '\u0000',
    '"\\/',
    '\u2028',
    '\ufb33',
    '\u{1f600}',
  );
  return fc.oneof({ weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) }, awkward);
}

/** Times of the drafts are in no order. */
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

type BundleParts = { photos: Uint8Array[]; drafts: AuditEntryDraft[] };

export function arbitraryBundles(photos: {
  minLength: number;
  maxLength: number;
}): fc.Arbitrary<BundleParts> {
  return fc.record({
    photos: fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 40 }), {
      ...photos,
      selector: (bytes) => Buffer.from(bytes).toString('hex'),
    }),
    drafts: arbitraryDrafts({ minLength: 0, maxLength: 6 }).map((drafts) =>
      drafts.map((draft) =>
        draft.kind === 'evidence.captured' ? { ...draft, kind: 'consent.changed' } : draft,
      ),
    ),
  });
}

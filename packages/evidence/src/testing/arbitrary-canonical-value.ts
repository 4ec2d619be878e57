import fc from 'fast-check';

import type { CanonicalValue } from '../canonical/canonicalize-json.ts';

/** Any value the chain can hold, to a depth well within the limit; strings range over all of Unicode. */
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

// Besides random ones, the strings on which escaping, sorting and property access go wrong.
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

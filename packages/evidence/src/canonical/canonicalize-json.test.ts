import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { EvidenceError } from '../evidence-error.ts';
import { arbitraryCanonicalValue } from '../testing/arbitraries.ts';
import { canonicalizeJson, type CanonicalValue } from './canonicalize-json.ts';

function utf8Hex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}

function refusalOf(value: unknown): EvidenceError {
  try {
    canonicalizeJson(value as CanonicalValue);
  } catch (error) {
    if (error instanceof EvidenceError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the vectors of RFC 8785 whose numbers are integers', () => {
  it('sorts keys by UTF-16 code units: section 3.2.3', () => {
    const value = JSON.parse(String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`);

    const names = [...canonicalizeJson(value).matchAll(/:"([^"]*)"/g)].map((match) => match[1]);

    expect(names).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes strings and literals to the byte: sections 3.2.2 and 3.2.4, without the numbers', () => {
    const value = JSON.parse(String.raw`{
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);

    expect(utf8Hex(canonicalizeJson(value))).toBe(
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c' +
        '22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d',
    );
  });

  it('refuses the sample of section 3.2.2 as it stands, for its floats', () => {
    const value = JSON.parse('{"numbers":[333333333.33333329,1E30,4.50,2e-3]}');

    expect(refusalOf(value).message).toContain('"/numbers/0"');
  });

  it('writes 0 and refuses -0 and ±2^53: appendix B', () => {
    expect(canonicalizeJson(0)).toBe('0');
    for (const value of [-0, 2 ** 53, -(2 ** 53), 2 ** 68, 1e21]) {
      expect(refusalOf(value).code).toBe('not_canonical');
    }
  });
});

describe('canonical form', () => {
  it.each([[{ '1': { f: { f: 'hi', F: 5 }, '\n': 56 }, '10': {}, '': 'empty', a: {}, '111': [{}], A: {} }]])(
    'sorts at every level, by code unit and not by number or letter',
    (value) => {
      expect(canonicalizeJson(value)).toBe(
        String.raw`{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}`,
      );
    },
  );

  it('escapes what RFC 8785, section 3.2.2.2 says and nothing else', () => {
    expect(canonicalizeJson('\u0000\b\t\n\u000b\f\r\u001f"\\/\u007f\u2028')).toBe(
      String.raw`"\u0000\b\t\n\u000b\f\r\u001f\"\\/` + '\u007f\u2028"',
    );
  });

  it('keeps Unicode as it is: composed and decomposed letters differ', () => {
    expect(utf8Hex(canonicalizeJson('\u00e9'))).toBe('22c3a922');
    expect(utf8Hex(canonicalizeJson('e\u0301'))).toBe('2265cc8122');
  });

  it('writes the whole range of safe integers', () => {
    expect(canonicalizeJson([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])).toBe(
      '[9007199254740991,-9007199254740991]',
    );
  });

  it('takes objects without a prototype and objects parsed in another realm', () => {
    const bare = Object.assign(Object.create(null), { b: 1, a: 2 }) as CanonicalValue;
    const foreign = runInNewContext(`JSON.parse('{"b":[1],"a":{}}')`) as CanonicalValue;

    expect(canonicalizeJson(bare)).toBe('{"a":2,"b":1}');
    expect(canonicalizeJson(foreign)).toBe('{"a":{},"b":[1]}');
  });

  it('takes the same object twice side by side', () => {
    const shared = { a: 1 };

    expect(canonicalizeJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  it('parses back to an equal value, and that has the same form', () => {
    fc.assert(
      fc.property(arbitraryCanonicalValue(), (value) => {
        const text = canonicalizeJson(value);
        const parsed: CanonicalValue = JSON.parse(text);

        expect(parsed).toEqual(value);
        expect(canonicalizeJson(parsed)).toBe(text);
      }),
    );
  });

  it('is the same in whatever order the keys were set', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), arbitraryCanonicalValue()), {
      selector: ([key]) => key,
      maxLength: 8,
    });
    const twoOrders = members.chain((all) => fc.tuple(fc.constant(all), shuffled(all)));

    fc.assert(
      fc.property(twoOrders, ([one, other]) => {
        const text = canonicalizeJson(Object.fromEntries(one));

        expect(canonicalizeJson(Object.fromEntries(other))).toBe(text);
      }),
    );
  });

  it('differs for values that differ', () => {
    fc.assert(
      fc.property(arbitraryCanonicalValue(), arbitraryCanonicalValue(), (one, other) => {
        const isSameText = canonicalizeJson(one) === canonicalizeJson(other);

        expect(isSameText).toBe(JSON.stringify(sortDeep(one)) === JSON.stringify(sortDeep(other)));
      }),
    );
  });
});

describe('what has no canonical form is refused, not dropped', () => {
  class Point {
    readonly x = 1;
  }
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const hidden = Object.defineProperty({ a: 1 }, 'b', { value: 2, enumerable: false });

  it.each<[string, unknown]>([
    ['a float', 1.5],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-0', -0],
    ['an integer above 2^53 - 1', 2 ** 53],
    ['a bigint', 1n],
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a leading lone surrogate', 'a\ud83d'],
    ['a trailing lone surrogate', '\ude00a'],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a boxed string', new String('a')],
    ['bytes', new Uint8Array(2)],
    ['a class instance', new Point()],
    ['an object that inherits values', Object.create({ a: 1 })],
    ['an object with a prototype of its own making', Object.create(Object.create(null))],
    ['a hidden property', hidden],
    ['a symbol-keyed property', { [Symbol('s')]: 1 }],
    ['a cycle', cycle],
    ['an array hole', Object.assign([1], { 2: 2 })],
    ['an array with a property of its own', 'ab'.match(/a/)],
  ])('%s', (_name, value) => {
    expect(refusalOf(value).code).toBe('not_canonical');
    expect(refusalOf({ list: [value] }).message).toContain('"/list/0');
  });

  it('a key with a lone surrogate', () => {
    expect(refusalOf({ 'a\ud83d': 1 }).code).toBe('not_canonical');
  });

  it('nesting deeper than 64 levels, however deep', () => {
    const nest = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

    expect(canonicalizeJson(nest(64) as CanonicalValue)).toHaveLength(128);
    expect(refusalOf(nest(65)).code).toBe('not_canonical');
    expect(refusalOf(nest(100_000)).code).toBe('not_canonical');
  });

  it('without quoting the value, which may be personal', () => {
    const { message } = refusalOf({ person: { phone: '+39 333 1234567\ud83d' } });

    expect(message).toContain('"/person/phone"');
    expect(message).not.toContain('333');
  });

  it('with a message of bounded length, whatever the key', () => {
    expect(refusalOf({ ['k'.repeat(1_000_000)]: 1.5 }).message.length).toBeLessThan(400);
  });
});

function shuffled<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

// Entries, since an object would put integer-like keys first.
function sortDeep(value: CanonicalValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return { array: value.map(sortDeep) };
  const entries = Object.entries(value).map(([key, member]) => [key, sortDeep(member)] as const);
  return { object: entries.sort(([one], [other]) => (one < other ? -1 : 1)) };
}

import { describe, expect, test } from 'vitest';
import { Metadata, MetadataChanges, wordFilters } from './metadata.ts';

const pairs = (count: number, value: string | null = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, value]));

describe('metadata', () => {
  test('are at most 20 pairs', () => {
    expect(Metadata.safeParse(pairs(20)).success).toBe(true);
    expect(Metadata.safeParse(pairs(21)).error?.issues).toMatchObject([
      { message: 'must have at most 20 pairs', path: [] },
    ]);
  });

  test.each(['order', 'Order', '4711', 'a.b-c_d', 'constructor', 'k'.repeat(40)])('%s is a key', (key) => {
    expect(Metadata.parse({ [key]: '1' })).toEqual({ [key]: '1' });
  });

  test.each(['', ' ', 'order id', '_order', '.order', 'a]', 'a[b', 'ö', 'a\u0000', '\ud800', 'k'.repeat(41)])(
    '%j is no key, and the refusal says what is one',
    (key) => {
      expect(Metadata.safeParse({ [key]: '1' }).error?.issues).toMatchObject([
        { code: 'invalid_key', path: [key], message: expect.stringMatching(/^must be 1 to 40 /) as string },
      ]);
    },
  );

  test('a value has at most 500 characters, counted as code points', () => {
    expect(Metadata.safeParse({ order: '🏠'.repeat(500) }).success).toBe(true);
    expect(Metadata.safeParse({ order: '' }).success).toBe(true);
    expect(Metadata.safeParse({ order: 'x'.repeat(501) }).error?.issues).toMatchObject([
      { code: 'too_big', path: ['order'] },
    ]);
  });

  test.each(['a\u0000', '\ud800'])('the value %j is refused: the database could not hold it', (value) => {
    expect(Metadata.safeParse({ order: value }).success).toBe(false);
  });

  test.each([[7], [null], [true], [{}], [['a']]])('a value is text: %j is refused', (value) => {
    expect(Metadata.safeParse({ order: value }).success).toBe(false);
  });
});

test('a change may replace 20 pairs by 20 others, and null removes a pair', () => {
  const swap = {
    ...pairs(20, null),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`b${i}`, ''])),
  };
  expect(MetadataChanges.parse(swap)).toEqual(swap);
  expect(MetadataChanges.safeParse({ ...swap, c: null }).success).toBe(false);
});

test('a list is asked for at most three pairs at once', () => {
  expect(wordFilters.metadata.safeParse(pairs(3)).success).toBe(true);
  expect(wordFilters.metadata.safeParse(pairs(4)).success).toBe(false);
});

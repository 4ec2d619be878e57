import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Limit, pageOf, pageQuery } from './page.ts';

describe('Limit', () => {
  test.each([
    ['1', 1],
    ['25', 25],
    ['100', 100],
    ['007', 7],
  ])('%s is %i', (written, limit) => {
    expect(Limit.parse(written)).toBe(limit);
  });

  test('is 25 unless given', () => {
    expect(Limit.parse(undefined)).toBe(25);
  });

  test.each([['0'], ['101'], ['0000'], ['9999'], ['10000'], ['99999999999999999999']])(
    '%s is out of range',
    (written) => {
      expect(Limit.safeParse(written).success).toBe(false);
    },
  );

  test.each([
    [''],
    [' 1'],
    ['1 '],
    ['1\n'],
    ['+1'],
    ['-1'],
    ['0x10'],
    ['1e1'],
    ['1.0'],
    ['1,0'],
    ['٣'],
    ['ten'],
  ])('%j is no plain integer', (written) => {
    expect(Limit.safeParse(written).error?.issues).toMatchObject([
      { message: 'must be a whole number from 1 to 100' },
    ]);
  });

  test.each([[10], [true], [null], [['1', '2']], [{}]])('%j is no text', (written) => {
    expect(Limit.safeParse(written).success).toBe(false);
  });

  test('takes a text exactly when it is 1 to 4 digits from 1 to 100', () => {
    const written = fc.oneof(fc.string({ maxLength: 5 }), fc.integer({ min: -5, max: 20_000 }).map(String));
    fc.assert(
      fc.property(written, (value) => {
        const holds = /^[0-9]{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 100;
        expect(Limit.safeParse(value).success).toBe(holds);
      }),
    );
  });

  test('is documented as the integer it stands for', () => {
    expect(Limit.meta()).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 25 });
  });
});

describe('pageQuery', () => {
  const query = z.strictObject(pageQuery);

  test('needs nothing', () => {
    expect(query.parse({})).toEqual({ limit: 25 });
  });

  test('passes a cursor on as it is', () => {
    expect(query.parse({ limit: '2', cursor: 'eyJ2IjoxfQ' })).toEqual({ limit: 2, cursor: 'eyJ2IjoxfQ' });
  });

  test('refuses a cursor longer than any that the service makes', () => {
    expect(query.safeParse({ cursor: 'a'.repeat(2048) }).success).toBe(true);
    expect(query.safeParse({ cursor: 'a'.repeat(2049) }).success).toBe(false);
  });
});

describe('pageOf', () => {
  const page = pageOf('ThingPage', z.object({ id: z.string() }));

  test('is the envelope of every list', () => {
    expect(Object.keys(page.shape)).toEqual(['data', 'has_more', 'next_cursor']);
    expect(page.parse({ data: [{ id: 'a' }], has_more: true, next_cursor: 'n' })).toEqual({
      data: [{ id: 'a' }],
      has_more: true,
      next_cursor: 'n',
    });
  });

  test('shows null, not absence, on the last page', () => {
    expect(page.safeParse({ data: [], has_more: false, next_cursor: null }).success).toBe(true);
    expect(page.safeParse({ data: [], has_more: false }).success).toBe(false);
  });

  test('carries its name into the document', () => {
    expect(page.meta()?.id).toBe('ThingPage');
  });
});

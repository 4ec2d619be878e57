import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Timestamp } from './timestamp.ts';

test.each([
  ['2026-11-20T14:30:00Z'],
  ['2026-11-20T14:30:00.000Z'],
  ['2026-11-20T14:30:00.123456Z'],
  ['2026-11-20T14:30:00+05:30'],
  ['2026-11-20T14:30:00-11:00'],
  ['2028-02-29T00:00:00Z'],
  ['0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999Z'],
])('%s is taken', (value) => {
  expect(Timestamp.safeParse(value).success).toBe(true);
});

test.each([
  [''],
  ['2026-11-20'],
  ['2026-11-20T14:30Z'],
  ['2026-11-20T14:30:00'],
  ['2026-11-20 14:30:00Z'],
  ['2026-11-20T14:30:00+0530'],
  ['2026-11-20T14:30:00.Z'],
  ['2026-02-30T00:00:00Z'],
  ['2027-02-29T00:00:00Z'],
  ['2026-13-01T00:00:00Z'],
  ['2026-11-20T24:00:00Z'],
  ['2026-11-20T14:60:00Z'],
  ['2026-11-20T14:30:60Z'],
  ['2026-11-20T14:30:00Z\n'],
  [' 2026-11-20T14:30:00Z'],
  ['1790000000'],
])('%j is refused', (value) => {
  expect(Timestamp.safeParse(value).success).toBe(false);
});

test.each([['0000-06-01T00:00:00Z'], ['0001-01-01T00:00:00+00:01'], ['9999-12-31T23:59:59-00:01']])(
  '%s is refused: PostgreSQL can not read it in UTC',
  (value) => {
    expect(Timestamp.safeParse(value).error?.issues).toMatchObject([
      { message: 'must be a date from the year 1 to the year 9999' },
    ]);
  },
);

test.each(['2026-13-45T00:00:00Z', '0000-06-01', '2026-02-30T00:00:00Z', 'tomorrow'])(
  '%s, which is no date, is told so in one sentence, without one about years',
  (value) => {
    expect(Timestamp.safeParse(value).error?.issues.map(({ code }) => code)).toEqual(['invalid_format']);
  },
);

test('a number or a Date is refused: JSON has neither', () => {
  expect(Timestamp.safeParse(1_790_000_000).success).toBe(false);
  expect(Timestamp.safeParse(new Date(0)).success).toBe(false);
});

test('every instant that JavaScript writes within the range is taken, unchanged', () => {
  const instants = fc.date({
    min: new Date('0001-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(Timestamp.parse(instant.toISOString())).toBe(instant.toISOString());
    }),
  );
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { showRow } from './show-row.ts';

const Thing = z.object({
  id: z.string(),
  status: z.enum(['open', 'closed']),
  place: z.object({ floor: z.string() }),
  ended_at: z.string().nullable(),
  created_at: z.string(),
});
const row = {
  created_at: new Date('2026-11-20T14:30:00.000Z'),
  ended_at: null,
  id: 'thing-1',
  status: 'open',
  organisation_id: 'organisation-1',
  floor: '3',
};

test('shows the fields of the schema in its order, times as text, null as null', () => {
  const shown = showRow(Thing, { ...row, place: { floor: row.floor } });
  expect(shown).toEqual({
    id: 'thing-1',
    status: 'open',
    place: { floor: '3' },
    ended_at: null,
    created_at: '2026-11-20T14:30:00.000Z',
  });
  expect(Object.keys(shown)).toEqual(Object.keys(Thing.shape));
});

test('shows no column that the schema does not name', () => {
  expect(JSON.stringify(showRow(Thing, { ...row, place: { floor: '' } }))).not.toMatch(/organisation/);
});

test('a field without a column of its name does not compile', () => {
  // @ts-expect-error: nothing is given for `place`
  expect(showRow(Thing, row).place).toBeUndefined();
});

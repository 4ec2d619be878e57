import { expect, test } from 'vitest';
import { measureApart } from '../journeys/growth/measure-apart.ts';

test('whatever comes with a request costs no more than its length: each place of each route, with each shape', async ({
  annotate,
}) => {
  const { measured, faults } = await measureApart(
    new URL('../journeys/growth/contract-growth.ts', import.meta.url),
  );
  expect(faults).toEqual([]);
  await annotate(
    `${faults.length} of ${measured.toLocaleString('en').replaceAll(',', ' ')} too dear`,
    'figure',
  );
});

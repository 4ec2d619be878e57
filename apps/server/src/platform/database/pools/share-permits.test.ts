import { expect, it } from 'vitest';
import { sharePermits } from './share-permits.ts';

it.each([
  [1, 1, 1],
  [4, 3, 2],
  [6, 3, 2],
  [12, 3, 2],
  [20, 5, 3],
  [40, 10, 5],
])('of %i connections an organisation has %i, a session %i', (size, organisation, session) => {
  expect(sharePermits(size)).toEqual({ organisation, session });
});

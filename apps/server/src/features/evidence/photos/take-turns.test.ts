import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

test('two run at once, the others wait, and one that fails makes room too', async () => {
  let running = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) =>
      takeTurns(async () => {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
        if (index % 2) throw new Error(`${index}`);
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
    [1, 0, 1, 0, 1, 0, 1, 0, 1].map(Boolean),
  );
});

import { expect, test } from 'vitest';
import { createSemaphore } from './create-semaphore.ts';

test('two run at once, the others wait, and one that fails makes room too', async () => {
  const { run } = createSemaphore(2);
  let running = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) =>
      run(async () => {
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

test('what only tries is turned away while there is no room, and has it afterwards', async () => {
  const { run, tryRun } = createSemaphore(1);
  let end = () => {};
  const first = run(() => new Promise<void>((resolve) => (end = resolve)));
  expect(await tryRun(async () => 'ran')).toBeUndefined();
  end();
  await first;
  expect(await tryRun(async () => 'ran')).toBe('ran');
});

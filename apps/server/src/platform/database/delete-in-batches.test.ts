import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { deleteInBatches } from './delete-in-batches.ts';

const MINUTE_MS = 60_000;

/** A table of so many rows, of which each statement takes so long. */
const openTable = (count: number, statementMs = 0) => {
  const clock = createFakeClock();
  const table = { left: count, steps: [] as number[] };
  const context = { clock, database: {} as never };
  const run = () =>
    deleteInBatches(context, async (_, limit) => {
      const taken = Math.min(limit, table.left);
      table.left -= taken;
      table.steps.push(taken);
      clock.advance(statementMs);
      return taken;
    });
  return { table, run };
};

describe('deleteInBatches', () => {
  it('takes 5 000 rows a step until nothing is left', async () => {
    const { table, run } = openTable(12_000);
    await run();
    expect(table).toEqual({ left: 0, steps: [5_000, 5_000, 2_000] });
  });

  it('ends when its five minutes are over, and goes on where it was the next time', async () => {
    const { table, run } = openTable(35_000, 2 * MINUTE_MS);
    await run();
    expect(table.left).toBe(20_000);
    await run();
    expect(table.left).toBe(5_000);
    await run();
    expect(table).toMatchObject({ left: 0, steps: Array(7).fill(5_000).concat(0) });
  });
});

import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { deleteInBatches } from './delete-in-batches.ts';

const MINUTE_MS = 60_000;

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

  it('tries a step that the database ends for its time again with a tenth of the rows, and gives up at 50', async () => {
    const ended = Object.assign(new Error('statement timeout'), { code: '57014', severity: 'ERROR' });
    const tried: number[] = [];
    const runOn = (limitMax: number) =>
      deleteInBatches({ clock: createFakeClock(), database: {} as never }, (_, limit) => {
        tried.push(limit);
        return limit > limitMax ? Promise.reject(ended) : Promise.resolve(limit - 1);
      });
    await runOn(600);
    expect(tried.splice(0)).toEqual([5_000, 500]);
    await expect(runOn(10)).rejects.toBe(ended);
    expect(tried.splice(0)).toEqual([5_000, 500, 50]);
  });

  it('tries nothing again that fails for another reason', async () => {
    const { run, table } = openTable(10);
    table.steps.push = () => {
      throw new Error('held');
    };
    await expect(run()).rejects.toThrow('held');
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

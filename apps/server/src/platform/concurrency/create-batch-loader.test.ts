import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBatchLoader } from './create-batch-loader.ts';

const createDoubler = ({ max }: { max?: number } = {}) => {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const double = createBatchLoader(
    async (inputs: number[]) => {
      batches.push(inputs);
      await new Promise<void>((resolve) => gates.push(resolve));
      return inputs.map((input) => input * 2);
    },
    max === undefined ? {} : { max },
  );
  const letGo = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()!();
  };
  return { double, batches, letGo };
};

describe('createBatchLoader', () => {
  it('makes a call that comes alone at once', async () => {
    const { double, batches, letGo } = createDoubler();
    const result = double(1);
    await letGo();
    expect([await result, batches]).toEqual([2, [[1]]]);
  });

  it('joins the calls of one turn, and those that come while a batch is under way, and gives each its own output', async () => {
    const { double, batches, letGo } = createDoubler();
    const first = [double(1), double(2)];
    await expect.poll(() => batches.length).toBe(1);
    const later = [double(3), double(4), double(5)];
    await letGo();
    await letGo();
    expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('sends the next full batch before the calls of the last go on', async () => {
    const { double, batches, letGo } = createDoubler({ max: 1 });
    const [first, ...others] = [1, 2, 3].map(double);
    const seen = first!.then(() => batches.length);
    await letGo();
    await expect(seen).resolves.toBe(3);
    await letGo();
    await letGo();
    await Promise.all(others);
  });

  it('joins no more than its maximum', async () => {
    const { double, batches, letGo } = createDoubler({ max: 2 });
    const results = [1, 2, 3].map(double);
    await letGo();
    await letGo();
    expect(await Promise.all(results)).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('lets batches that are full go at once, two at a time; one that is not waits for those under way', async () => {
    const { double, batches, letGo } = createDoubler({ max: 2 });
    const results = [1, 2, 3, 4, 5, 6, 7].map(double);
    // Longer than calls are gathered for.
    await sleep(20);
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    await letGo();
    await expect.poll(() => batches.slice(2)).toEqual([[5, 6]]);
    await letGo();
    await Promise.all(results.slice(0, 4));
    await sleep(20);
    expect(batches.slice(3)).toEqual([]);
    await letGo();
    await letGo();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10, 12, 14]);
    expect(batches.slice(3)).toEqual([[7]]);
  });

  it('goes on after it was idle', async () => {
    const { double, batches, letGo } = createDoubler();
    for (const input of [1, 2]) {
      const result = double(input);
      await letGo();
      await result;
    }
    expect(batches).toEqual([[1], [2]]);
  });

  it('fails only the call that is to blame: the others are made again, alone', async () => {
    const batches: number[][] = [];
    const halve = createBatchLoader(async (inputs: number[]) => {
      batches.push(inputs);
      if (inputs.includes(3)) throw new Error('3 is odd');
      return inputs.map((input) => input / 2);
    });
    const results = await Promise.allSettled([halve(2), halve(3), halve(4)]);
    expect(results).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: new Error('3 is odd') },
      { status: 'fulfilled', value: 2 },
    ]);
    expect(batches).toEqual([[2, 3, 4], [2], [3], [4]]);
    await expect(halve(6)).resolves.toBe(3);
  });
});

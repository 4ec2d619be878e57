import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTestPool } from '../../testing/use-test-pool.ts';
import { writeArrayLiteral } from './write-array-literal.ts';

const pool = useTestPool();

const read = async (type: string, elements: Parameters<typeof writeArrayLiteral>[0]): Promise<unknown> => {
  const { rows } = await pool().query<{ read: unknown }>(`select $1::${type}[] as read`, [
    writeArrayLiteral(elements),
  ]);
  return rows[0]!.read;
};

/** These have a meaning in the literal, or PostgreSQL trims or folds them outside quotes. */
const awkward = fc.constantFrom('', 'null', 'NULL', 'Null', ...`{},"\\ \n\t'ü€😀a`);

describe('writeArrayLiteral', () => {
  it('is read by PostgreSQL as the texts that went in', async () => {
    const text = fc.array(awkward, { maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, fc.constant(null))), async (elements) => {
        expect(await read('text', elements)).toEqual(elements);
      }),
      { numRuns: 300 },
    );
  });

  it('writes numbers, truth values and times to the millisecond', async () => {
    const at = new Date('2026-11-20T01:02:03.456Z');
    expect(await read('int', [1, -2, null])).toEqual([1, -2, null]);
    expect(await read('float8', [0.5, 1e21])).toEqual([0.5, 1e21]);
    expect(await read('boolean', [true, false])).toEqual([true, false]);
    expect(await read('timestamptz', [at, null])).toEqual([at, null]);
  });
});

import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../testing/clone-database.ts';
import { writeArrayLiteral } from './write-array-literal.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  pool = new pg.Pool({ connectionString: database.databaseUrl, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const read = async (type: string, elements: Parameters<typeof writeArrayLiteral>[0]): Promise<unknown> => {
  const { rows } = await pool.query<{ read: unknown }>(`select $1::${type}[] as read`, [
    writeArrayLiteral(elements),
  ]);
  return rows[0]!.read;
};

/** What has a meaning in the literal, and what PostgreSQL trims or folds outside quotes. */
const awkward = fc.constantFrom(
  '',
  'null',
  'NULL',
  'Null',
  '{',
  '}',
  ',',
  '"',
  '\\',
  ' ',
  '\n',
  '\t',
  "'",
  'ü',
  '€',
  '😀',
  'a',
);

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

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { writeArrayLiteral, type ArrayElement } from './write-array-literal.ts';

export type PreparedStatement = { name: string; text: string };

const MAX_TRIES = 4;

/** The statement must be repeatable: it is tried again after a deadlock or a serialisation failure. */
export const runPrepared = async <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: PreparedStatement,
  values: (ArrayElement | ArrayElement[] | Buffer)[],
): Promise<Row[]> => {
  const texts = values.map((value) => (Array.isArray(value) ? writeArrayLiteral(value) : value));
  for (let tries = 1; ; tries++) {
    try {
      return (await pool.query<Row>({ ...statement, values: texts })).rows;
    } catch (error) {
      if (tries >= MAX_TRIES || !isLostConflict(error)) throw error;
      await sleep(tries * 20);
    }
  }
};

const isLostConflict = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return code === '40P01' || code === '40001';
};

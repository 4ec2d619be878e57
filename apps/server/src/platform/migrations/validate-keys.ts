import type pg from 'pg';
import { readDatabaseFailure } from '../read-database-failure.ts';

/**
 * A migration keeps each lock until all of a release are applied. So it adds a foreign key as `not valid`, which reads
 * no row, and the rows are looked at here: one key at a time, beside reads and writes of both tables. The next start
 * takes up what is left.
 */
export const validateKeys = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(LIST_NOT_VALID);
  for (const { statement } of rows) {
    try {
      await client.query(statement);
    } catch (error) {
      if (!STAYS.includes(readDatabaseFailure(error)?.code ?? '')) throw error;
    }
  }
};

// A lock that was not had in time, a circle of waits, and a row that leads nowhere: no start stops for one of them.
const STAYS = ['55P03', '40P01', '23503'];

const LIST_NOT_VALID = `
  select format('alter table %s validate constraint %I', k.conrelid::regclass, k.conname) as statement
  from pg_constraint k
  join pg_class t on t.oid = k.conrelid
  where k.contype = 'f' and not k.convalidated
    and k.connamespace = current_schema()::regnamespace
    and pg_has_role(t.relowner, 'usage')
  order by t.relname, k.conname
`;

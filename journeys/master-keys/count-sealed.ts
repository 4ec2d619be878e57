import type { ProcessWorld } from '@field-inspection/server/testing/open-process-world';

/**
 * The columns that hold values sealed with a key, with how many: looked for in every column of every table that can
 * hold text, so that one that nobody has thought of is found, too.
 */
export const countSealed = async (
  { context }: Pick<ProcessWorld, 'context'>,
  kid: string,
): Promise<Record<string, number>> => {
  const { pool } = context.database;
  const { rows: columns } = await pool.query<{ place: string; table: string; column: string }>(
    `select table_name || '.' || column_name as place,
       format('%I.%I', table_schema, table_name) as table, format('%I', column_name) as column
     from information_schema.columns
     where table_schema in ('public', 'graphile_worker')
       and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`,
  );
  const counts: Record<string, number> = {};
  for (const { place, table, column } of columns) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${column}::text like $1`,
      [`%v1.${kid}.%`],
    );
    if (rows[0]!.count > 0) counts[place] = rows[0]!.count;
  }
  return counts;
};

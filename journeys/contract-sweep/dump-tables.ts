import type { TestServer } from '@field-inspection/server/testing/start-test-server';

/** Every row of the service's tables but the counts of requests, as text; only those that hold one of the ids, when some are given. */
export const dumpTables = async (
  { context }: Pick<TestServer, 'context'>,
  ids: string[] = [''],
): Promise<string[]> => {
  const { pool } = context.database;
  const tables = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'rate_windows'",
  );
  const dumped: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t order by 1`,
    );
    for (const { row } of rows) if (ids.some((id) => row.includes(id))) dumped.push(`${name} ${row}`);
  }
  return dumped;
};

import type pg from 'pg';
import { warn, wrong, type Verdict } from './finding.ts';

/** Judges a database that nobody has migrated: with these settings its first start makes the tables. */
export const judgeFirstStart = async (
  client: Pick<pg.ClientBase, 'query'>,
  { hasOwner }: { hasOwner: boolean },
): Promise<Verdict | undefined> => {
  const { rows } = await client.query<{ is_migrated: boolean; has_tables: boolean; may_make: boolean }>(`
    select to_regclass('_prisma_migrations') is not null as is_migrated,
      exists (
        select from pg_class where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p')
      ) as has_tables,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_make
  `);
  const { is_migrated, has_tables, may_make } = rows[0]!;
  if (is_migrated) return undefined;
  if (has_tables)
    return wrong(
      'The database is not empty, and no migration made what is in it. Give the service one of its own.',
    );
  if (may_make || hasOwner)
    return warn(
      'There are no tables yet: the database waits for its first start. Start the server, which makes them.',
    );
  return wrong(
    'There are no tables yet, and its role may not make them. Set DATABASE_OWNER_URL, too, to the role that owns the database (docs/scaling.md).',
  );
};

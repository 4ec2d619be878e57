import type pg from 'pg';
import type { PoolSettings } from './pool-settings.ts';

/** The settings that a connection does not have, each as the statement that gives it to the connection's role. */
export const findMissingSettings = async (
  client: Pick<pg.ClientBase, 'query'>,
  settings: PoolSettings,
): Promise<string[]> => {
  // Of the role in this database alone: elsewhere it may be used for something else.
  const { rows } = await client.query<{ statement: string }>(
    `
    select format('alter role %I in database %I set %s = %L', session_user, current_database(), w.name, w.value)
      as statement
    from json_each_text($1) with ordinality as w (name, value, place)
    left join pg_settings s on s.name = w.name
    where s.setting is distinct from w.value
      -- PostgreSQL's own path leads to public alone, until somebody makes a schema that is named like the role.
      and not (w.name = 'search_path' and current_schemas(false) = array['public'::name])
    order by w.place
    `,
    [JSON.stringify(settings)],
  );
  return rows.map(({ statement }) => `${statement};`);
};

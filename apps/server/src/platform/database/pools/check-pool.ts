import type pg from 'pg';
import { ConfigError } from '../../../config/read-config.ts';
import { explainAddress, refusePooler } from './explain-address.ts';
import type { PoolPlan } from './plan-pools.ts';
import type { PoolSettings } from './pool-settings.ts';
import { PrimaryClient } from './primary-client.ts';

const ANSWER_MS = 4_500;

/**
 * Connects as a pool does, and looks whether its settings are there, and behind a pooler its prepared statements:
 * without them the service would run until a slow statement held it up, or two requests met.
 *
 * @throws {ConfigError} which says what to run or to set
 */
export const checkPool = async ({ variable, url, settings, byRole }: PoolPlan): Promise<void> => {
  const [client, other] = [open(url), open(url)];
  try {
    await client.connect();
    const missing = await findMissingSettings(client, settings);
    if (missing.length > 0) throw byRole ? askForSettings(variable, missing) : refusePooler(variable);
    if (!byRole) return;
    await other.connect();
    if (!(await keepsPrepared(client, other))) throw refuseForgetting(variable);
  } catch (error) {
    throw explainAddress(variable, error);
  } finally {
    await Promise.allSettled([client.end(), other.end()]);
  }
};

const open = (connectionString: string): pg.Client => {
  const client = new PrimaryClient({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {});
  return client;
};

const askForSettings = (variable: string, statements: string[]): ConfigError =>
  new ConfigError(
    `${variable}: leads through a pooler, which passes no settings on, and its role lacks some. Run this as the ` +
      'role itself or a superuser, then let the pooler make new connections (PgBouncer: RECONNECT):\n' +
      statements.join('\n'),
  );

const refuseForgetting = (variable: string): ConfigError =>
  new ConfigError(
    `${variable}: the pooler forgets prepared statements between transactions. Take PgBouncer 1.21 or newer, with ` +
      'max_prepared_statements above 0 (docs/scaling.md)',
  );

const findMissingSettings = async (
  client: Pick<pg.ClientBase, 'query'>,
  settings: PoolSettings,
): Promise<string[]> => {
  // The settings are the role's in this database alone: elsewhere the role may serve something else.
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

const KEPT = { name: 'is-kept', text: 'select 1' };

/** PostgreSQL's code for a prepared statement that the connection does not know. */
const UNKNOWN_STATEMENT = '26000';

/** Meanwhile `other` holds the first connection to PostgreSQL, so that a pooler has to give another. */
const keepsPrepared = async (connection: pg.Client, other: pg.Client): Promise<boolean> => {
  await connection.query(KEPT);
  await other.query('begin');
  try {
    await connection.query(KEPT);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN_STATEMENT) throw error;
    return false;
  } finally {
    await other.query('rollback');
  }
};

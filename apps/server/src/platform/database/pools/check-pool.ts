import pg from 'pg';
import { ConfigError } from '../../../config/read-config.ts';
import { explainAddress, refusePooler } from './explain-address.ts';
import { findMissingSettings } from './find-missing-settings.ts';
import { keepsPrepared } from './keeps-prepared.ts';
import type { PoolPlan } from './plan-pools.ts';

const ANSWER_MS = 4_500;

/**
 * Connects as a pool does, and looks whether its settings are there, and behind a pooler what it has prepared: without
 * them the service would run until one slow statement held it up, or two requests met.
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
  const client = new pg.Client({
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

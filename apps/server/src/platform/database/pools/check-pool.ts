import pg from 'pg';
import { ConfigError } from '../../../config/read-config.ts';
import { explainAddress, refusePooler } from './explain-address.ts';
import { findMissingSettings } from './find-missing-settings.ts';
import type { PoolPlan } from './plan-pools.ts';

const ANSWER_MS = 4_500;

/**
 * Connects as a pool does, and looks whether its settings are there: without its time limits the service would run, and
 * one slow statement would hold it up.
 *
 * @throws {ConfigError} which says what to run or to set
 */
export const checkPool = async ({ variable, url, settings, byRole }: PoolPlan): Promise<void> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const missing = await findMissingSettings(client, settings);
    if (missing.length === 0) return;
    throw byRole ? askForSettings(variable, missing) : refusePooler(variable);
  } catch (error) {
    throw explainAddress(variable, error);
  } finally {
    await client.end().catch(() => {});
  }
};

const askForSettings = (variable: string, statements: string[]): ConfigError =>
  new ConfigError(
    `${variable}: leads through a pooler, which passes no settings on, and its role lacks some. Run this as the ` +
      'role itself or a superuser, then let the pooler make new connections (PgBouncer: RECONNECT):\n' +
      statements.join('\n'),
  );

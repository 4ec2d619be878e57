import type pg from 'pg';
import { explainAddress } from './explain-address.ts';
import { PrimaryClient } from './primary-client.ts';

export type Address = { variable: string; url: string };

/** A firewall that swallows packets, or another service's port, never answers. */
const ANSWER_MS = 5_000;

export type ConnectOptions = { answerMs?: number | undefined; queryTimeoutMs?: number };

/**
 * The caller ends the connection.
 *
 * @throws {ConfigError} which names the setting and says what to do, where that is clear
 */
export const connectClient = async (
  { variable, url }: Address,
  { answerMs = ANSWER_MS, queryTimeoutMs }: ConnectOptions = {},
): Promise<pg.Client> => {
  const client = new PrimaryClient({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
  });
  // A lost connection fails the waiting query; without a listener this second report would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw explainAddress(variable, error);
  }
};

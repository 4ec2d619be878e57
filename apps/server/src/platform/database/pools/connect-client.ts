import pg from 'pg';
import { explainAddress } from './explain-address.ts';

export type Address = { variable: string; url: string };

/** The time to connect: a firewall that swallows packets, or another service's port, never answers. */
const ANSWER_MS = 5_000;

export type ConnectOptions = { answerMs?: number | undefined; queryTimeoutMs?: number };

/**
 * Gives a connection of its own, which its caller ends.
 *
 * @throws {ConfigError} which names the setting and says what to do, where that is clear
 */
export const connectClient = async (
  { variable, url }: Address,
  { answerMs = ANSWER_MS, queryTimeoutMs }: ConnectOptions = {},
): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
  });
  // A lost connection fails the query that waits for it; this second report would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw explainAddress(variable, error);
  }
};

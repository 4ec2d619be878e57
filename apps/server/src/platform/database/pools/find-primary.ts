import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { splitHosts } from '../../../config/split-hosts.ts';
import { memoize } from '../../memoize.ts';

/** Half of what a pool waits for a connection: the rest is for the connection itself. */
const ASK_MS = 2_000;
/** A server that was the primary before may still answer, and first. */
const OTHERS_MS = 200;

/** A promotion begins a new timeline, so of two servers that take writes the one of the higher is the primary. */
const ASK_TIMELINE = `
  select case when pg_is_in_recovery() then 0
    else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`;

type Host = { host: string; port: number };
type Answer = Host & { timeline: number };

/** Its code is PostgreSQL's own for a server that takes no connections yet. */
export class NoPrimaryError extends Error {
  readonly code = '57P03';
  readonly severity = 'FATAL';
}

/** The host of an address that takes writes, as this process knows it. */
export type Primary = {
  /** Asks all hosts at once, unless one is known. */
  find: () => Promise<Host>;
  /**
   * Refuses a connection to a standby, or to a server that was the primary before. One that is taken is left by
   * `leave` when another server is found to be the primary.
   */
  take: (client: pg.Client, leave: () => void) => Promise<void>;
  /** A connection is gone: the next one asks again. */
  lose: (client: pg.Client) => void;
};

const watchHosts = (address: string): Primary => {
  const hosts = splitHosts(address, () => {});
  const taken = new Map<pg.Client, () => void>();
  let newest = 1;
  let finding: Promise<Host> | undefined;
  const ask = async (): Promise<Host> => {
    const { timeline, host, port } = await askAll(hosts);
    if (timeline < newest) throw refuse();
    newest = timeline;
    for (const [client, leave] of taken) if (client.host !== host || client.port !== port) leave();
    return { host, port };
  };
  const forget = () => {
    finding = undefined;
  };
  return {
    find: () => {
      if (finding) return finding;
      const asked = ask();
      finding = asked;
      asked.catch(() => finding === asked && forget());
      return asked;
    },
    take: async (client, leave) => {
      const timeline = await readTimeline(client);
      if (timeline < newest) throw refuse();
      taken.set(client, leave);
    },
    lose: (client) => {
      taken.delete(client);
      forget();
    },
  };
};

/** Each address has one, so that all connections of a process that have it go to the same server. */
export const primaryOf = memoize(watchHosts);

const refuse = (): NoPrimaryError =>
  new NoPrimaryError('none of the hosts is the primary. Promote a standby, or start the primary again');

const askAll = async (hosts: string[]): Promise<Answer> => {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  const asking = hosts.map(async (address) => {
    try {
      answers.push(await askHost(address));
    } catch (error) {
      failures.push(error);
    }
  });
  const oneFound = Promise.race(asking.map((one) => one.then(() => answers.some(isPrimary) || never())));
  await Promise.race([Promise.all(asking), oneFound.then(() => sleep(OTHERS_MS))]);
  const [primary] = answers.filter(isPrimary).toSorted((one, other) => other.timeline - one.timeline);
  if (primary) return primary;
  throw answers.length > 0 ? refuse() : failures[0];
};

const isPrimary = ({ timeline }: Answer): boolean => timeline > 0;

const never = (): Promise<never> => new Promise(() => {});

/** A standby has no timeline of its own, and is told by 0. */
export const askHost = async (connectionString: string): Promise<Answer> => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { host, port } = client;
    return { host, port, timeline: await readTimeline(client) };
  } finally {
    client.end().catch(() => {});
  }
};

const readTimeline = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ timeline: number }>(ASK_TIMELINE);
  return rows[0]!.timeline;
};

import { openConnection } from '../load/open-connection.ts';
import type { RecordingProxy } from '../wire/start-recording-proxy.ts';
import type { SentStatement } from '../wire/record-client.ts';

/** Before the first that counts: statements are prepared, connections are open. */
const UNCOUNTED = 8;

/** What the database is asked by each call: the calls come one after the other, through the proxy. */
export const recordCalls = async (
  baseUrl: string,
  { proxy, requests, wanted }: { proxy: RecordingProxy; requests: Buffer[]; wanted: number },
): Promise<SentStatement[][]> => {
  const connection = await openConnection(baseUrl);
  const calls: SentStatement[][] = [];
  try {
    for (const request of requests) {
      proxy.take();
      const { status, body } = await connection.ask(request);
      if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${body.slice(0, 500)}`);
      calls.push(orderByConnection(proxy.take().statements));
    }
  } finally {
    connection.close();
  }
  return calls;
};

export type Counted = {
  statements: number;
  trips: number;
  /** Of the round trips, those that find the credential and count its limits. */
  authentication: number;
};

/** Of the middle call: now and then something that no call has asked for comes between. */
export const countTrips = (calls: SentStatement[][]): Counted => {
  const counted = calls
    .slice(Math.min(UNCOUNTED, calls.length - 1))
    .map(countOne)
    .toSorted((a, b) => a.trips - b.trips || a.statements - b.statements);
  return counted[Math.floor(counted.length / 2)]!;
};

const countOne = (statements: SentStatement[]): Counted => ({
  statements: statements.length,
  trips: countDistinct(statements),
  authentication: countDistinct(statements.filter(({ text }) => /\brate_windows\b/.test(text))),
});

const countDistinct = (statements: SentStatement[]): number =>
  new Set(statements.map(({ trip }) => trip)).size;

// What goes on beside a call on another connection must not end its transaction when all are sent on one.
const orderByConnection = (statements: SentStatement[]): SentStatement[] =>
  [...Map.groupBy(statements, ({ connection }) => connection).values()].flat();

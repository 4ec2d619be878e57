import { recordClient } from './record-client.ts';
import { joinEnds, startProxy } from './start-proxy.ts';

/** Starts a way to a database that writes down the statements that go over it, each of which is one round trip. */
export const startTripCounter = async (databaseUrl: string) => {
  const transactions: string[][] = [];
  const { url, close } = await startProxy(databaseUrl, (ends) => {
    const { hear } = recordClient();
    let isWithin = false;
    ends[0].on('data', (chunk: Buffer) => {
      for (const { text } of hear(chunk)) {
        if (/^begin/i.test(text)) isWithin = transactions.push([]) > 0;
        if (isWithin) transactions.at(-1)!.push(text);
        if (/^(commit|rollback)/i.test(text)) isWithin = false;
      }
    });
    joinEnds(ends);
  });
  return {
    databaseUrl: url,
    /**
     * Takes the statements of each transaction since this was asked last, from its BEGIN to its COMMIT; of one at a
     * time.
     */
    takeTransactions: (): string[][] => transactions.splice(0),
    close,
  };
};

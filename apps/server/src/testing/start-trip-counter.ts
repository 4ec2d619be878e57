import { recordClient } from './record-client.ts';
import { joinEnds, startProxy } from './start-proxy.ts';

/** Each statement is one round trip. */
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
    /** Those since the last call, each from its BEGIN to its COMMIT; of one transaction at a time. */
    takeTransactions: (): string[][] => transactions.splice(0),
    close,
  };
};

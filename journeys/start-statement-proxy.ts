import { recordClient } from '@field-inspection/server/testing/record-client';
import { startProxy } from '@field-inspection/server/testing/start-proxy';

export const startStatementProxy = async (databaseUrl: string) => {
  let stopAfter = Infinity;
  let stopped = Promise.withResolvers<string>();
  const proxy = await startProxy(databaseUrl, ([client, database]) => {
    const count = countStatements();
    let isStill = false;
    client.on('data', (chunk: Buffer) => {
      if (isStill) return;
      database.write(chunk);
      const statement = count(chunk);
      if (statement.number < stopAfter) return;
      isStill = true;
      stopped.resolve(statement.text);
    });
    database.on('data', (chunk) => {
      if (!isStill) client.write(chunk);
    });
  });
  return {
    databaseUrl: proxy.url,
    /** Gives the text of the statement once the database has it. */
    stopAfter: (number: number): Promise<string> => {
      stopAfter = number;
      stopped = Promise.withResolvers();
      return stopped.promise;
    },
    drop: () => {
      stopAfter = Infinity;
      proxy.breakAll();
    },
    close: proxy.close,
  };
};

/** Counts from 0 outside of a transaction, and gives the last statement's text. */
const countStatements = () => {
  const { hear } = recordClient();
  let [number, text] = [0, ''];
  return (chunk: Buffer): { number: number; text: string } => {
    for ({ text } of hear(chunk)) {
      if (/^begin/i.test(text)) number = 1;
      else if (number > 0) number += 1;
    }
    return { number, text };
  };
};

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { composeRequest } from '../load/compose-request.ts';
import type { BareOrder } from './bare-server.ts';
import type { ReadCase } from './list-reads.ts';

export type BareServer = {
  baseUrl: string;
  pid: number;
  /** The requests that ask for what a case asks the service for. */
  requestsOf: (read: ReadCase) => Buffer[];
  stop: () => void;
};

export const startBareServer = async (databaseUrl: string, reads: ReadCase[]): Promise<BareServer> => {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'));
  child.send({ databaseUrl, texts: reads.map(({ bare }) => bare.text) } satisfies BareOrder);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    requestsOf: (read) =>
      read.bare.requests.map((values) => {
        const query = values.map((value) => `value=${encodeURIComponent(value)}`).join('&');
        return composeRequest({ method: 'GET', path: `/${reads.indexOf(read)}?${query}` });
      }),
    stop: () => child.disconnect(),
  };
};

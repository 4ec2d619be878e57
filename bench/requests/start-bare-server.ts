import { fork, type ChildProcess } from 'node:child_process';
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
  const { port } = await Promise.race([hearPort(child), failAtEnd(child)]);
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

const hearPort = async (child: ChildProcess): Promise<{ port: number }> => {
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return message;
};

// Such as where the packages of bench are not installed: nobody would say a port.
const failAtEnd = async (child: ChildProcess): Promise<never> => {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`The bare server ended with ${code} before it listened; what it said stands above.`);
};

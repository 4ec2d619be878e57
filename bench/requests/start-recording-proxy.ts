/*
 * The words of this folder:
 * statement   what the database executes once: a query, or a bound statement
 * round trip  a client speaks, and hears the answer before it speaks again on that connection
 * notice      what the database tells beside the answer: here, the plans of auto_explain
 */

import { dataDirOf } from '../../apps/server/src/testing/data-dir-of.ts';
import {
  readMessages,
  recordClient,
  type SentStatement,
} from '../../apps/server/src/testing/record-client.ts';
import { joinEnds, startProxy } from '../../apps/server/src/testing/start-proxy.ts';
import { withApi } from '../harness/open-world.ts';
import { expectReply, openConnection } from '../load/connection.ts';

export type Recording = { statements: SentStatement[]; notices: string[] };

type RecordingProxy = {
  databaseUrl: string;
  /** Gives what all connections said since the last call. */
  take: () => Recording;
  close: () => Promise<void>;
};

/** The proxy writes down every statement on its way to the database. */
const startRecordingProxy = async (databaseUrl: string): Promise<RecordingProxy> => {
  let recording: Recording = { statements: [], notices: [] };
  let [connections, trips] = [0, 0];
  const { url, close } = await startProxy(databaseUrl, (ends) => {
    const recorder = recordClient(++connections, () => ++trips);
    const read = readMessages({ isClient: false });
    ends[0].on('data', (chunk: Buffer) => recording.statements.push(...recorder.hear(chunk)));
    ends[1].on('data', (chunk: Buffer) => {
      for (const { type, body } of read(chunk)) {
        if (type === 'Z') recorder.answered();
        if (type === 'N') recording.notices.push(readNotice(body));
      }
    });
    joinEnds(ends);
  });
  return {
    databaseUrl: url,
    take: () => {
      const taken = recording;
      recording = { statements: [], notices: [] };
      return taken;
    },
    close,
  };
};

export const withRecordedApi = async <Result>(
  databaseUrl: string,
  use: (recorded: { baseUrl: string; proxy: RecordingProxy }) => Promise<Result>,
): Promise<Result> => {
  const proxy = await startRecordingProxy(databaseUrl);
  const spawn = { databaseUrl: proxy.databaseUrl, env: { DATA_DIR: dataDirOf(databaseUrl) } };
  try {
    return await withApi(spawn, ({ baseUrl }) => use({ baseUrl, proxy }));
  } finally {
    await proxy.close();
  }
};

export const recordCalls = async (
  baseUrl: string,
  { proxy, requests, wanted }: { proxy: RecordingProxy; requests: readonly Buffer[]; wanted: number },
): Promise<Recording[]> => {
  const connection = await openConnection(baseUrl);
  const calls: Recording[] = [];
  try {
    for (const request of requests) {
      proxy.take();
      await expectReply(connection, { request, wanted });
      calls.push(proxy.take());
    }
  } finally {
    connection.close();
  }
  return calls;
};

// Each field has a letter before it; M is the message.
const readNotice = (body: Buffer): string => {
  const field = body
    .toString('utf8')
    .split('\0')
    .find((text) => text.startsWith('M'));
  return field?.slice(1) ?? '';
};

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** `dataId`: the id in the event's data. */
export type Arrival = { atMs: number; dataId: string };
export type ReceiverCommand = 'count' | 'take' | 'hang' | 'release';

/** An https receiver on loopback, as a process of its own. Paths that start with /hang answer after 10 s. */
export type Receiver = {
  urlOf: (path: string) => string;
  count: () => Promise<number>;
  /** What came since the last call. */
  take: () => Promise<Arrival[]>;
  /** From now on paths that start with /hang answer at once, and what hangs is answered. */
  release: () => Promise<void>;
  /** From now on they hang, as they do from the start. */
  hang: () => Promise<void>;
  stop: () => void;
};

export const startReceiver = async (tls: { cert: string; key: string }): Promise<Receiver> => {
  const child = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), {
    env: { ...process.env, TLS_CERT: tls.cert, TLS_KEY: tls.key },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async <Reply>(command: ReceiverCommand): Promise<Reply> => {
    const reply = once(child, 'message');
    child.send(command);
    return (await reply)[0] as Reply;
  };
  return {
    urlOf: (path) => `https://localhost:${port}${path}`,
    count: async () => (await ask<{ count: number }>('count')).count,
    take: async () => (await ask<{ arrivals: Arrival[] }>('take')).arrivals,
    release: async () => void (await ask('release')),
    hang: async () => void (await ask('hang')),
    stop: () => child.disconnect(),
  };
};

import { startChild } from './start-child.ts';

/** `dataId`: the id in the event's data. */
export type Arrival = { atMs: number; dataId: string };

export type Receiver = {
  urlOf: (path: string) => string;
  count: () => Promise<number>;
  take: () => Promise<Arrival[]>;
  stop: () => void;
};

export const startReceiver = async (tls: { cert: string; key: string }): Promise<Receiver> => {
  const file = new URL('receiver-process.ts', import.meta.url);
  const { hear, ask, stop } = startChild(file, { TLS_CERT: tls.cert, TLS_KEY: tls.key });
  const { port } = await hear<{ port: number }>();
  return {
    urlOf: (path) => `https://localhost:${port}${path}`,
    count: async () => (await ask<{ count: number }>('count')).count,
    take: async () => (await ask<{ arrivals: Arrival[] }>('take')).arrivals,
    stop,
  };
};

import { once } from 'node:events';
import type { SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import type { Profile } from './group-self-time.ts';

/** What a server is started with, so that it can be profiled. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const EVERY_US = 500;

/** Samples what a server does from now on, until the profile is asked for (Chrome DevTools Protocol, Profiler). */
export const startProfiling = async ({
  lines,
}: Pick<SpawnedServer, 'lines'>): Promise<() => Promise<Profile>> => {
  const address = lines.join('\n').match(/ws:\/\/\S+/)?.[0];
  if (address === undefined) throw new Error('The server does not say where it can be inspected.');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let calls = 0;
  const ask = async (method: string, params = {}): Promise<unknown> => {
    const id = ++calls;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
      const reply = JSON.parse(data) as { id?: number; result?: unknown };
      if (reply.id === id) return reply.result;
    }
  };
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: EVERY_US });
  await ask('Profiler.start');
  return async () => {
    const { profile } = (await ask('Profiler.stop')) as { profile: Profile };
    socket.close();
    return profile;
  };
};

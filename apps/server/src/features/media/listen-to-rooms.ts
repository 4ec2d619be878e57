import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { beatPeers } from './beat-peers.ts';
import type { Rooms } from './create-rooms.ts';
import { createEventCursor } from './event-cursor.ts';
import { CHANNEL } from './exports/room-event.ts';

const BEAT_TIMEOUT_MS = 5_000;
const RETRY_MS = [100, 250, 500, 1_000, 2_000];

type Listening = {
  context: Pick<Context, 'database' | 'clock' | 'log'>;
  rooms: Rooms;
  origin: string;
  beatMs: number;
};

/** When the connection breaks, another is opened, and the missed events are read. */
export const listenToRooms = async (listening: Listening): Promise<{ stop: () => Promise<void> }> => {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const cursor = createEventCursor(listening);
  const keepListening = async (onReady: () => void): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        const ready = () => {
          failures = 0;
          onReady();
        };
        await listenOnce(listening, { cursor, ready, stopped });
      } catch (error) {
        listening.context.log.warn({ component: 'signalling', err: error }, 'not listening');
        onReady();
        await Promise.race([sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]), stopped]);
      }
    }
  };
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve) => {
    done = keepListening(resolve);
  });
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
};

const listenOnce = async (
  { context, rooms, origin, beatMs }: Listening,
  {
    cursor,
    ready,
    stopped,
  }: { cursor: ReturnType<typeof createEventCursor>; ready: () => void; stopped: Promise<void> },
): Promise<void> => {
  const client = await context.database.direct.connect();
  const ended = new AbortController();
  let broken: unknown;
  // Events from before LISTEN are read by catching up. An announcement that comes with the answer to LISTEN would be
  // heard before them.
  let isHearing = false;
  try {
    const failed = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the database ended the connection')));
      client.on('notification', ({ payload = '' }) => {
        const announced = isHearing ? readAnnouncement(payload) : undefined;
        if (!announced || announced.origin === origin || !rooms.has(announced.room)) return;
        cursor.read(announced.id).catch(reject);
      });
    });
    const listen = async () => {
      await client.query(`listen ${CHANNEL}`);
      isHearing = true;
      await cursor.catchUp();
      for (let first = true; ; first = false) {
        // The beat goes over this very connection: without an answer the connection is dead.
        await beatInTime({ context, rooms }, client);
        if (first) ready();
        await sleep(beatMs, undefined, { ref: false, signal: ended.signal });
      }
    };
    await Promise.race([stopped, failed, listen()]);
  } catch (error) {
    broken = error;
    throw error;
  } finally {
    ended.abort();
    client.removeAllListeners('notification');
    client.release(broken instanceof Error ? broken : true);
  }
};

const beatInTime = async (beating: Pick<Listening, 'context' | 'rooms'>, client: pg.PoolClient) => {
  const timeout = sleep(BEAT_TIMEOUT_MS, 'timeout' as const, { ref: false });
  if ((await Promise.race([beatPeers(beating, client), timeout])) === 'timeout') {
    throw new Error('the database did not answer in time');
  }
};

const Announcement = z.object({
  id: z.string().regex(/^\d+$/).transform(BigInt),
  room: z.string(),
  origin: z.string().nullable(),
});

const readAnnouncement = (payload: string) => {
  try {
    return Announcement.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
};

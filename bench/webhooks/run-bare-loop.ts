import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BenchWorld } from '../open-bench-world.ts';

const SECONDS = 4;

/** Requests per second of bare-loop.ts to the receiver, as many at a time; with a database, each is written down. */
export const runBareLoop = async (
  { receiver, ca }: BenchWorld,
  { concurrency, databaseUrl }: { concurrency: number; databaseUrl?: string },
): Promise<number> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-loop.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      TARGET_URL: receiver.urlOf('/bare'),
      CA: ca,
      CONCURRENCY: String(concurrency),
      SECONDS: String(SECONDS),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { perSecond } = JSON.parse(await text(child.stdout)) as { perSecond: number };
  await receiver.take();
  return perSecond;
};

import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import { derivePhoto } from '../../apps/server/src/features/evidence/photos/derive-photo.ts';
import { inspectPhoto } from '../../apps/server/src/features/evidence/photos/inspect-photo.ts';
import { makeCameraPhoto } from '../../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import { inMs, type Finding } from '../finding.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { openEvidenceServer } from './open-evidence-server.ts';
import { percentile } from '../percentile.ts';

const LIMIT_MS = 1000;
const PHOTOS = 10;

/** By when a server has read what was written to it: on a phone's network nothing waits before the last byte. */
const PAUSE_MS = 200;

/**
 * A photo of 12 megapixels from its last byte to the answer that it is ready, with its display version and its
 * thumbnail, stored and in the chain; one after the other. Beside it, the pictures alone.
 */
export const measurePhoto = async (world: BenchWorld): Promise<Finding[]> => {
  const bytes = await makeCameraPhoto();
  const bare = await repeat(() => inspectAndDerive(bytes));
  const ready = await measureReady(world, bytes);
  const median = percentile(ready, 0.5);
  const what = `photo of 12 megapixels, ${(bytes.length / 1e6).toFixed(1)} MB`;
  return [
    {
      what: `${what}: inspected and derived, nothing else, median of ${PHOTOS}`,
      result: inMs(percentile(bare, 0.5)),
      limit: '',
      holds: null,
    },
    {
      what: `${what}: last byte to ready, median of ${PHOTOS}`,
      result: inMs(median),
      limit: inMs(LIMIT_MS),
      holds: median < LIMIT_MS,
    },
    {
      what: `${what}: last byte to ready, slowest of ${PHOTOS}`,
      result: inMs(percentile(ready, 1)),
      limit: '',
      holds: null,
    },
  ];
};

const measureReady = async (world: BenchWorld, bytes: Buffer): Promise<number[]> => {
  const { server, join, close } = await openEvidenceServer(world);
  try {
    const { token } = await join();
    return await repeat(() => sendPhoto(`${server.baseUrl}/v1/field/photos`, { token, bytes }));
  } finally {
    await close();
  }
};

/** How long each took, but for the first, which warms up. */
const repeat = async (work: () => Promise<number>): Promise<number[]> => {
  await work();
  const times: number[] = [];
  while (times.length < PHOTOS) times.push(await work());
  return times;
};

const inspectAndDerive = async (bytes: Uint8Array): Promise<number> => {
  const beganMs = performance.now();
  const inspected = await inspectPhoto(bytes);
  if (!inspected.ok) throw new Error(inspected.message);
  await derivePhoto(bytes);
  return performance.now() - beganMs;
};

const sendPhoto = async (
  url: string,
  { token, bytes }: { token: string; bytes: Buffer },
): Promise<number> => {
  const call = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
      'content-length': bytes.length,
    },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  await new Promise<void>((resolve, reject) => {
    call.write(bytes.subarray(0, -1), (error) => (error ? reject(error) : resolve()));
  });
  await sleep(PAUSE_MS);
  const beganMs = performance.now();
  call.end(bytes.subarray(-1));
  const [answer] = await answered;
  const body = await text(answer);
  const tookMs = performance.now() - beganMs;
  if (answer.statusCode !== 201 || !body.includes('"status":"ready"')) throw new Error(body);
  return tookMs;
};

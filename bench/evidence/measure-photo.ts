import { setTimeout as sleep } from 'node:timers/promises';
import { derivePhoto } from '../../apps/server/src/features/evidence/photos/derive-photo.ts';
import { inspectPhoto } from '../../apps/server/src/features/evidence/photos/inspect-photo.ts';
import { makeCameraPhoto } from '../../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import { inMs, judgeAtMost, medianOf, percentile, tell, type Finding } from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { inTurn, timeMs } from '../harness/turns.ts';
import { openEvidenceServer } from './open-evidence-server.ts';

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
  const bare = await repeat(() => timeMs(() => inspectAndDerive(bytes)));
  const { server, join, close } = await openEvidenceServer(world);
  const { token } = await join();
  const ready = await repeat(() => sendPhoto(`${server.baseUrl}/v1/field/photos`, token, bytes));
  await close();
  const what = `photo of 12 megapixels, ${(bytes.length / 1e6).toFixed(1)} MB`;
  const toReady = `${what}: last byte to ready`;
  return [
    tell(`${what}: inspected and derived, nothing else, median of ${PHOTOS}`, inMs(medianOf(bare))),
    judgeAtMost(`${toReady}, median of ${PHOTOS}`, medianOf(ready), { most: LIMIT_MS, inWords: inMs }),
    tell(`${toReady}, slowest of ${PHOTOS}`, inMs(percentile(ready, 1))),
  ];
};

/** How long each took, but for the first, which warms up. */
const repeat = async (work: () => Promise<number>): Promise<number[]> =>
  (await inTurn(1 + PHOTOS, work)).slice(1);

const inspectAndDerive = async (bytes: Uint8Array): Promise<void> => {
  const inspected = await inspectPhoto(bytes);
  if (!inspected.ok) throw new Error(inspected.message);
  await derivePhoto(bytes);
};

const sendPhoto = async (url: string, token: string, bytes: Buffer): Promise<number> => {
  let beganMs = NaN;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
      'content-length': `${bytes.length}`,
    },
    body: (async function* () {
      yield bytes.subarray(0, -1);
      await sleep(PAUSE_MS);
      beganMs = performance.now();
      yield bytes.subarray(-1);
    })(),
    duplex: 'half',
  });
  const body = await response.text();
  const tookMs = performance.now() - beganMs;
  if (response.status !== 201 || !body.includes('"status":"ready"')) throw new Error(body);
  return tookMs;
};

import { derivePhoto } from '../apps/server/src/features/evidence/photos/derive-photo.ts';
import { inspectPhoto } from '../apps/server/src/features/evidence/photos/inspect-photo.ts';
import { makeCameraPhoto } from '../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import { inMs, type Finding } from './finding.ts';
import { percentile } from './percentile.ts';

const LIMIT_MS = 1000;

/** From the last byte of a photo of 12 megapixels to its display version and thumbnail, one after the other. */
export const measurePhotos = async ({ photos }: { photos: number }): Promise<Finding[]> => {
  const bytes = await makeCameraPhoto();
  const inspecting: number[] = [];
  const deriving: number[] = [];
  await inspectAndDerive(bytes);
  for (let count = 0; count < photos; count++) {
    const [inspectMs, deriveMs] = await inspectAndDerive(bytes);
    inspecting.push(inspectMs);
    deriving.push(deriveMs);
  }
  const whole = inspecting.map((inspectMs, index) => inspectMs + (deriving[index] ?? NaN));
  const median = percentile(whole, 0.5);
  const what = `photo of 12 megapixels, ${(bytes.length / 1e6).toFixed(1)} MB, median of ${photos}`;
  return [
    { what: `${what}: inspected`, result: inMs(percentile(inspecting, 0.5)), limit: '', holds: null },
    { what: `${what}: derived`, result: inMs(percentile(deriving, 0.5)), limit: '', holds: null },
    { what: `${what}: ready`, result: inMs(median), limit: inMs(LIMIT_MS), holds: median < LIMIT_MS },
    { what: `${what}: ready, slowest`, result: inMs(percentile(whole, 1)), limit: '', holds: null },
  ];
};

const inspectAndDerive = async (bytes: Uint8Array): Promise<[number, number]> => {
  const begun = performance.now();
  const inspected = await inspectPhoto(bytes);
  if (!inspected.ok) throw new Error(inspected.message);
  const derived = performance.now();
  await derivePhoto(bytes);
  return [derived - begun, performance.now() - derived];
};

// node bench/evidence.ts [--only append,verify,photo,bundle,reports]: what evidence costs, each figure beside its
// limit. It ends with 1 when a limit is missed.
import { measureAppend } from './evidence/measure-append.ts';
import { measureBundle } from './evidence/measure-bundle.ts';
import { measureReports } from './evidence/measure-reports.ts';
import { measureVerifyChain } from './evidence/measure-verify-chain.ts';
import { measureOnly, readOptions, runInWorld } from './harness/run-bench.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCameraPhoto } from '../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import { type Finding, inMs, judgeAtMost, medianOf, percentile, tell } from './harness/figures.ts';
import type { BenchWorld } from './harness/open-world.ts';
import { inTurn } from './harness/turns.ts';
import { openEvidenceServer } from './evidence/open-evidence-server.ts';

const { only } = readOptions({ only: '' });

await runInWorld((world) =>
  measureOnly(only, {
    append: () => measureAppend(world),
    verify: measureVerifyChain,
    photo: () => measurePhoto(world),
    bundle: () => measureBundle(world),
    reports: () => measureReports(world),
  }),
);

const LIMIT_MS = 1000;
const PHOTOS = 10;

/** By then the server has read what was written to it: on a phone's network nothing is left before the last byte. */
const PAUSE_MS = 200;

/**
 * Measured from the last byte of a 12-megapixel photo to the answer that it is ready, with derivatives, stored and
 * recorded.
 */
const measurePhoto = async (world: BenchWorld): Promise<Finding[]> => {
  const bytes = await makeCameraPhoto();
  const { server, join, close } = await openEvidenceServer(world);
  const { token } = await join();
  // The first photo warms up.
  const [, ...ready] = await inTurn(1 + PHOTOS, () =>
    sendPhoto(`${server.baseUrl}/v1/field/photos`, token, bytes),
  );
  await close();
  const what = `photo of 12 megapixels, ${(bytes.length / 1e6).toFixed(1)} MB: last byte to ready`;
  return [
    judgeAtMost(`${what}, median of ${PHOTOS}`, medianOf(ready), { most: LIMIT_MS, inWords: inMs }),
    tell(`${what}, slowest of ${PHOTOS}`, inMs(percentile(ready, 1))),
  ];
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

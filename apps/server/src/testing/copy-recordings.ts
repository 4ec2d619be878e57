import { copyFile } from 'node:fs/promises';
import type { Decoding } from '../platform/decoding/open-decoding.ts';
import type { RemuxOrder, RemuxOutcome } from '../features/uploads/remux/remux-video.ts';

type Remux = (order: RemuxOrder) => Promise<RemuxOutcome>;

export const copyRecording: Remux = async ({ recording, playable }) => {
  await copyFile(recording, playable);
  return { ok: true };
};

/** Most tests record random bytes, of which nothing can be played: their playable copy is the same. */
export const copyRecordings =
  (remux: Remux = copyRecording): Decoding =>
  (_whose, work) =>
    work(async ({ name, module, make }, order) =>
      name === 'remux' ? remux(order as RemuxOrder) : (await import(module.href))[make](order),
    );

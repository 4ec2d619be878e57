import { LocationStaysError } from '../../evidence/exports/refuse-location.ts';
import { blankMp4 } from './blank-mp4.ts';
import { blankWebm } from './blank-webm.ts';
import { indexMp4 } from './index-mp4.ts';
import type { Range } from './mp4/list-samples.ts';
import { rewriteFile } from './rewrite-file.ts';

export type RecordingOrder = { recording: string; mime: string };

export type RecordingOutcome = { ok: true } | { ok: false; message: string };

/**
 * Length, pictures and sound stay; all bytes but them and their index are blanked where they lie. A video is larger
 * than the memory, with metadata before or behind its pictures; no length changes, so no offset does. An MP4 is read
 * twice, since only its index, which may stand last, says which bytes are pictures. A cut-off video stays as far as it
 * came, unless its index is cut off. A refused video may be blanked in part.
 */
export const blankVideo = async ({ recording, mime }: RecordingOrder): Promise<RecordingOutcome> => {
  try {
    const steps = mime === 'video/mp4' ? blankMp4(await readSamples(recording)) : blankWebm();
    await rewriteFile(recording, steps);
    return { ok: true };
  } catch (error) {
    if (error instanceof LocationStaysError) return { ok: false, message: error.message };
    throw error;
  }
};

const readSamples = async (path: string): Promise<Range[]> => {
  let samples: Range[] = [];
  await rewriteFile(
    path,
    indexMp4((ranges) => {
      samples = ranges;
    }),
  );
  return samples;
};

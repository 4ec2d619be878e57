import { LocationStaysError } from '../../evidence/exports/refuse-location.ts';
import { blankMp4 } from './blank-mp4.ts';
import { blankWebm } from './blank-webm.ts';
import { indexMp4 } from './index-mp4.ts';
import type { Range } from './mp4/list-samples.ts';
import { rewriteFile } from './rewrite-file.ts';

/** The path of the service's own file, which is written to. */
export type RecordingOrder = { recording: string; mime: string };

/** `message` says what keeps the location in, as the end of a sentence. */
export type RecordingOutcome = { ok: true } | { ok: false; message: string };

/**
 * Blanks the location in a video where it lies: byte for byte as long, with the same pictures and sound. All bytes but
 * them and their index are blanked. A video is larger than the memory, and its metadata stands before or behind its
 * pictures; since no length changes, no offset does. An MP4 is read twice, since only its index says which bytes are
 * pictures, and the index may stand behind them. A cut-off video stays as far as it came, unless its index is cut off.
 * A refused video may be blanked in part.
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

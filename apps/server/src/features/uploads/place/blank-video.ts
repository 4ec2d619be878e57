import type { Body } from '../../../platform/object-store/object-store.ts';
import { blankMp4 } from './blank-mp4.ts';
import { blankWebm } from './blank-webm.ts';
import { indexMp4 } from './index-mp4.ts';
import type { Range } from './mp4/list-samples.ts';
import { rewriteStream, type Rewriting } from './rewrite-stream.ts';

type Stream = Exclude<Body, Uint8Array>;

/**
 * A video without its place, as it passes: byte for byte as long, with the same pictures and sound. What is neither
 * of them nor their index is blanked. A video is larger than the memory, and its metadata stands before or behind
 * its pictures; since no length changes, no offset does. An MP4 is read twice, since only its index says which bytes
 * are pictures, and it may stand behind them: `readAgain` opens it once more. A video that was cut off passes as far
 * as it came, unless its index is cut off.
 *
 * @throws {PlaceStaysError} while it passes: for a structure that can't be read, and for tracks that may hold a place
 */
export async function* blankVideo(
  body: Stream,
  { mime, readAgain }: { mime: string; readAgain: () => Promise<Stream> },
): AsyncGenerator<Uint8Array> {
  yield* rewrite(body, mime === 'video/mp4' ? blankMp4(await readSamples(readAgain)) : blankWebm());
}

const readSamples = async (readAgain: () => Promise<Stream>): Promise<Range[]> => {
  let samples: Range[] = [];
  const parts = rewrite(
    await readAgain(),
    indexMp4((ranges) => {
      samples = ranges;
    }),
  );
  for await (const part of parts) void part;
  return samples;
};

async function* rewrite(body: Stream, steps: Rewriting): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  try {
    yield* rewriteStream(source, steps);
  } finally {
    await source.return?.();
  }
}

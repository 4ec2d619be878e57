import type { Body } from '../../../platform/object-store/object-store.ts';
import { blankMp4 } from './blank-mp4.ts';
import { blankWebm } from './blank-webm.ts';
import { rewriteStream, type Rewriting } from './rewrite-stream.ts';

const BLANKS: Record<string, () => Rewriting> = {
  'video/mp4': blankMp4,
  'video/webm': blankWebm,
};

/**
 * A video without its place, as it passes: byte for byte as long, with the same pictures and sound. What is neither
 * of them nor their index is blanked. A video is larger than the memory, and its metadata stands before or behind
 * its pictures; since no length changes, no offset does, and one pass is enough. A video that was cut off passes as
 * far as it came.
 *
 * @throws {PlaceStaysError} while it passes: for a structure that can't be read, and for tracks that may hold a place
 */
export async function* blankVideo(body: Exclude<Body, Uint8Array>, mime: string): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  try {
    yield* rewriteStream(source, BLANKS[mime]!());
  } finally {
    await source.return?.();
  }
}

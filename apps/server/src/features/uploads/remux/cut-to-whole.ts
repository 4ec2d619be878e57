import { open } from 'node:fs/promises';
import { readTopLevel } from '../location/mp4/walk-boxes.ts';
import { rewriteFile, type Rewriting } from '../location/rewrite-file.ts';
import { readElement, type Element } from '../location/webm/read-element.ts';

/** `open` are the elements that say a size behind the file's end. */
type Whole = { end: number; open: Element[] };

/**
 * A recorder that vanishes leaves a last part that is not whole. Readers refuse it, or leave out all that stands in the
 * same element: the file is cut where its last whole part ends.
 *
 * @param path of a copy, which is changed where it lies
 * @throws {Error} for more tracks than any recorder writes
 */
export const cutToWhole = async (path: string, mime: string): Promise<void> => {
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    let whole: Whole = { end: size, open: [] };
    const take = (found: Whole): void => void (whole = found);
    await rewriteFile(path, mime === 'video/mp4' ? findEndOfMp4(size, take) : findEndOfWebm(size, take));
    if (whole.end === size) return;
    await handle.truncate(whole.end);
    for (const { headerBytes, start } of whole.open) {
      const number = writeSize(whole.end - start - headerBytes, headerBytes - ID_BYTES);
      await handle.write(number, 0, number.length, start + ID_BYTES);
    }
  } finally {
    await handle.close();
  }
};

/** Pictures may be cut off: the index says which of them are there. */
function* findEndOfMp4(size: number, take: (whole: Whole) => void): Rewriting {
  const countTrack = boundTracks();
  for (let at = 0; ;) {
    const box = readTopLevel(yield { peek: 16 }, at);
    if (!box || (box.end > size && box.type !== 'mdat')) return take({ end: at, open: [] });
    const { type, headerBytes, end } = box;
    if (end > size) return;
    if (type === 'trak') countTrack();
    // A part of the index is read as if it stood beside it.
    const bytes = type === 'moov' ? headerBytes : end - at;
    yield { pass: bytes };
    at += bytes;
  }
}

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const ID_BYTES = 4;

function* findEndOfWebm(size: number, take: (whole: Whole) => void): Rewriting {
  const open: Element[] = [];
  const countTrack = boundTracks();
  for (let at = 0; ;) {
    const element = readElement(yield { peek: 12 }, 0, at);
    if (!element) return take({ end: at, open });
    const { id, headerBytes, end } = element;
    const isOpen = id === SEGMENT || id === CLUSTER;
    if (!isOpen && end > size) return take({ end: at, open });
    // A hostile file has many of them; a segment has one last cluster.
    if (isOpen && end > size && end !== Infinity && open.length < 2) open.push(element);
    if (id === TRACK) countTrack();
    const bytes = isOpen || id === TRACKS ? headerBytes : end - at;
    yield { pass: bytes };
    at += bytes;
  }
}

const TRACKS_MAX = 16;

/** Recorders write two. What reads them compares each with all others. */
const boundTracks = () => {
  let count = 0;
  return (): void => {
    count += 1;
    if (count > TRACKS_MAX) throw new Error(`It has more than ${TRACKS_MAX} tracks.`);
  };
};

/** RFC 8794, section 4: the first byte tells the length of the number, which stays. */
const writeSize = (size: number, length: number): Buffer => {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(size) | (1n << BigInt(7 * length)));
  return number.subarray(8 - length);
};

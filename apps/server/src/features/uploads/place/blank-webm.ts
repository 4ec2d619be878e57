import { PlaceStaysError } from '../../evidence/exports/refuse-place.ts';
import type { Rewriting } from './rewrite-stream.ts';

/** Blanks a WebM as it passes (RFC 8794, RFC 9559): an element not known to hold no place becomes `Void`. */
export function* blankWebm(): Rewriting {
  const within: Element[] = [];
  for (let at = 0; ;) {
    while (within.at(-1)?.end === at) within.pop();
    const head = yield { peek: 12 };
    const element = parseElement(head, at);
    // Cut off within a header: there is no place in it.
    if (!element) return void (yield { pass: head.length });
    refuseMisplaced(element, within);
    const { id, headerBytes, end } = element;
    const contentBytes = end - at - headerBytes;
    const parent = within.at(-1)?.id;
    if (ENTERED.has(id)) {
      // Without a size it ends where another of its kind begins: what it holds is read as what stands beside it.
      if (end !== Infinity) within.push(element);
      at += headerBytes;
      yield { pass: headerBytes };
      continue;
    }
    at = end;
    if (parent === TRACK_ENTRY || isKept(id, parent)) {
      if (parent === TRACK_ENTRY && id === TRACK_TYPE) {
        if (contentBytes < 1 || contentBytes > 8) throw broken();
        judgeTrackType((yield { peek: headerBytes + contentBytes }).subarray(headerBytes), contentBytes);
      }
      yield { pass: headerBytes + contentBytes };
    } else {
      writeVoid(head.subarray(0, headerBytes), contentBytes);
      yield { pass: headerBytes };
      yield { pass: contentBytes, as: 'zeros' };
    }
  }
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CRC32 = 0xbf;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;

const ENTERED = new Set([SEGMENT, CLUSTER, TRACKS, TRACK_ENTRY]);

/** EBML, SeekHead, Info, Cues; of a Cluster its Timestamp, SilentTracks, Position, PrevSize and the blocks. */
const KEPT = new Set([EBML, 0x114d9b74, 0x1549a966, 0x1c53bb6b, 0xe7, 0x5854, 0xa7, 0xab, 0xa3, 0xa0, 0xaf]);

// The checksum of the whole would be wrong; those of Tracks and Cluster stay right.
const isKept = (id: number, parent: number | undefined): boolean =>
  id === CRC32 ? parent !== SEGMENT : KEPT.has(id);

/** `end` is Infinity for a size that the recorder did not know yet. */
type Element = { id: number; headerBytes: number; start: number; end: number };

const parseElement = (head: Buffer, start: number): Element | undefined => {
  const id = cutNumber(head, 4);
  const size = id && cutNumber(head.subarray(id.length), 8);
  if (!id || !size) return undefined;
  const headerBytes = id.length + size.length;
  const unknown = 2n ** BigInt(7 * size.length) - 1n;
  const length = toNumber(size) & unknown;
  const end = length === unknown ? Infinity : start + headerBytes + Number(length);
  return { id: Number(toNumber(id)), headerBytes, start, end };
};

const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** The bytes of a number whose first byte says how long it is (RFC 8794, section 4). */
const cutNumber = (bytes: Buffer, maxBytes: number): Buffer | undefined => {
  if (bytes.length === 0) return undefined;
  const length = Math.clz32(bytes[0]!) - 23;
  if (length > maxBytes) throw broken();
  return bytes.length < length ? undefined : bytes.subarray(0, length);
};

/** Segment, Tracks and TrackEntry. */
const DEEPEST = 3;

const refuseMisplaced = ({ id, start, end }: Element, within: Element[]): void => {
  if (start === 0 && id !== EBML) throw broken();
  const parent = within.at(-1);
  const isUnknown = end === Infinity;
  if (isUnknown && id !== SEGMENT && id !== CLUSTER) throw broken();
  if (parent && !isUnknown && end > parent.end) throw broken();
  if (within.length === DEEPEST && ENTERED.has(id)) throw broken();
};

/** Writes the header of a Void over another element's: its size has the place of the id, too. */
const writeVoid = (header: Buffer, contentBytes: number): void => {
  const sizeBytes = Math.min(8, header.length - 1);
  const size = BigInt(contentBytes + header.length - 1 - sizeBytes) | (1n << BigInt(7 * sizeBytes));
  header.fill(0);
  header[0] = VOID;
  header.write(size.toString(16).padStart(2 * sizeBytes, '0'), 1, 'hex');
};

const VOID = 0xec;

/** Pictures and sound. A track of anything else may be the way that the camera took. */
const TRACK_TYPES = [1n, 2n];

const judgeTrackType = (type: Buffer, size: number): void => {
  if (type.length < size || TRACK_TYPES.includes(toNumber(type))) return;
  throw new PlaceStaysError('it has a track that is neither pictures nor sound');
};

const broken = () => new PlaceStaysError('its WebM structure is broken');

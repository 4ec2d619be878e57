import { LocationStaysError } from '../../evidence/exports/refuse-location.ts';
import type { Rewriting } from './rewrite-file.ts';
import { CUES, NUMBERS, WHOLE } from './webm/blank-elements.ts';
import { brokenWebm, readElement, readNumber, writeVoid, type Element } from './webm/read-element.ts';

/** An element that may hold a location becomes `Void` (RFC 8794, RFC 9559). */
export function* blankWebm(): Rewriting {
  const within: Element[] = [];
  const tracks = new Set<number>();
  for (let at = 0; ;) {
    while (within.at(-1)?.end === at) within.pop();
    const head = yield { peek: 12 };
    const element = readElement(head, 0, at);
    // A header that the file's end cuts off.
    if (!element) return void (yield { pass: head.length, as: 'zeros' });
    refuseMisplaced(element, within);
    const { id, headerBytes, end } = element;
    if (ENTERED.has(id)) {
      // An element without a size ends at the next of its kind: its children are read as its siblings.
      if (end !== Infinity) within.push(element);
      yield { pass: headerBytes };
      at += headerBytes;
      continue;
    }
    if (yield* keep(element, tracks)) yield { pass: end - at };
    else {
      const header = (yield { peek: headerBytes }).subarray(0, headerBytes);
      writeVoid(header, end - at - headerBytes);
      yield { pass: headerBytes };
      yield { pass: end - at - headerBytes, as: 'zeros' };
    }
    at = end;
  }
}

/** Blanks the children of a kept element. An incomplete element is not kept. */
function* keep(
  { id, headerBytes, start, end }: Element,
  tracks: Set<number>,
): Generator<{ peek: number }, boolean, Buffer> {
  const size = end - start;
  if (BLOCKS.has(id)) {
    const track = readNumber(yield { peek: Math.min(size, headerBytes + 8) }, headerBytes, 8);
    if (tracks.size === 0) throw new LocationStaysError('it has pictures before it says what they are');
    return track !== undefined && tracks.has(track.value);
  }
  if (NUMBERS.has(id)) return size - headerBytes <= 8;
  const blank = WHOLE.get(id);
  if (!blank) return false;
  if (size > (id === CUES ? CUES_BYTES_MAX : WHOLE_BYTES_MAX))
    throw new LocationStaysError('its index is too large');
  const bytes = yield { peek: size };
  if (bytes.length < size) return false;
  for (const track of blank(bytes.subarray(headerBytes))) tracks.add(track);
  return true;
}

/** The cues of a day. */
const CUES_BYTES_MAX = 16 * 1024 ** 2;
/** Elements that come whole have a hundredth of this. */
const WHOLE_BYTES_MAX = 1024 ** 2;

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;

const ENTERED = new Set([SEGMENT, CLUSTER, BLOCK_GROUP]);

const BLOCKS = new Set([0xa3, 0xa1]);

const DEEPEST = 3;

const refuseMisplaced = ({ id, start, end }: Element, within: Element[]): void => {
  if (start === 0 && id !== EBML) throw brokenWebm();
  const parent = within.at(-1);
  const isUnknown = end === Infinity;
  if (isUnknown && id !== SEGMENT && id !== CLUSTER) throw brokenWebm();
  if (parent && !isUnknown && end > parent.end) throw brokenWebm();
  if (within.length === DEEPEST && ENTERED.has(id)) throw brokenWebm();
};

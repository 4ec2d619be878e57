import { LocationStaysError } from '../../evidence/exports/refuse-location.ts';
import { blankFragment, blankMovie } from './mp4/blank-movie.ts';
import { INDEX_BYTES_MAX, brokenMp4, readTopLevel } from './mp4/walk-boxes.ts';
import type { Range } from './mp4/list-samples.ts';
import type { Rewriting } from './rewrite-file.ts';

/** ISO 14496-12: boxes that may hold a location become `free`; of `mdat` only the `samples` stay, in order. */
export function* blankMp4(samples: Range[]): Rewriting {
  let hasMovie = false;
  for (let at = 0; ;) {
    const head = yield { peek: 16 };
    const box = readTopLevel(head, at);
    // A header that the file's end cuts off.
    if (!box) return void (yield { pass: head.length, as: 'zeros' });
    const { type, headerBytes, end } = box;
    if (type === 'moov' && hasMovie) throw brokenMp4();
    hasMovie ||= type === 'moov';
    if (type === 'mdat') {
      yield { pass: headerBytes };
      yield* passSamples(samples, at + headerBytes, end);
    } else if (!(yield* blankKnown(type, { headerBytes, size: end - at }))) {
      head.write('free', 4, 'latin1');
      yield { pass: headerBytes };
      yield { pass: end - at - headerBytes, as: 'zeros' };
    }
    at = end;
  }
}

function* blankKnown(
  type: string,
  { headerBytes, size }: { headerBytes: number; size: number },
): Generator<{ peek: number } | { pass: number }, boolean, Buffer> {
  const blank = BLANKS[type];
  if (!blank) return false;
  if (size > INDEX_BYTES_MAX) throw new LocationStaysError('its index is too large');
  const bytes = yield { peek: size };
  if (bytes.length < size) {
    if (type === 'moov') throw brokenMp4();
    return false;
  }
  blank(bytes.subarray(headerBytes));
  yield { pass: size };
  return true;
}

/** A brand is four letters; recorders name few. */
const BRANDS_MAX = 16;

const blankBrands = (content: Buffer): void => {
  if (content.length < 8) throw brokenMp4();
  const codes = content.toString('latin1').match(/[^]{4}/g)!;
  codes.forEach((code, index) => {
    const isBrand = index <= BRANDS_MAX && (index === 1 || /^[\w ]{4}$/.test(code));
    if (!isBrand) content.fill(0, index * 4, index * 4 + 4);
  });
  content.fill(0, codes.length * 4);
};

const BLANKS: Record<string, (content: Buffer) => void> = {
  ftyp: blankBrands,
  styp: blankBrands,
  moov: blankMovie,
  moof: blankFragment,
};

function* passSamples(samples: Range[], from: number, to: number): Rewriting {
  let at = from;
  for (let index = findFirst(samples, from); at < to && index < samples.length; index += 1) {
    const [start, end] = samples[index]!;
    if (start >= to) break;
    yield { pass: Math.max(0, start - at), as: 'zeros' };
    at = Math.max(at, start);
    yield { pass: Math.min(end, to) - at };
    at = Math.min(end, to);
  }
  yield { pass: to - at, as: 'zeros' };
}

const findFirst = (samples: Range[], byte: number): number => {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (samples[middle]![1] <= byte) low = middle + 1;
    else high = middle;
  }
  return low;
};

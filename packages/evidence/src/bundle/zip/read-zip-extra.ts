import { equalBytes } from '../../bytes.ts';
import { differs, unusual, viewOf } from './read-zip-fields.ts';

export type ZipExtra = ReadonlyMap<number, Uint8Array>;

/** Sizes beyond 32 bits (section 4.5.3). */
export const LARGE_SIZES = 0x0001;

// Info-ZIP's extended timestamp.
const TIMES = 0x5455;
const OWNER = 0x7875;

const KNOWN = [LARGE_SIZES, TIMES, OWNER];
const OWNER_LENGTH = 11;

const QUARTER = 900;
const MAX_OFFSET = 15 * 3_600;
const MAX_TIME = 0x7fffffff;

/**
 * Unknown fields may give a file another name or place, such as the second name 0x7075, and nobody knows which programs
 * heed them.
 *
 * @throws {BundleRefusal} `malformed_zip`, `unsupported_zip`
 */
export function readZipExtra(path: string, bytes: Uint8Array): ZipExtra {
  const view = viewOf(bytes);
  const extra = new Map<number, Uint8Array>();
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + (at + 4 <= bytes.length ? view.getUint16(at + 2, true) : 0);
    const id = end <= bytes.length ? view.getUint16(at, true) : -1;
    const isOwner = id !== OWNER || end - at === 4 + OWNER_LENGTH;
    if (!KNOWN.includes(id) || !isOwner) throw unusual(path);
    if (extra.has(id)) throw differs(path, 'an extra field');
    extra.set(id, bytes.subarray(at + 4, end));
    at = end;
  }
  return extra;
}

/**
 * The time in UTC must be the local time (section 4.4.6) of some zone: zones differ by quarters of an hour, and local
 * times have even seconds. UTC times end in 2038, and the last one stands for later ones.
 *
 * @throws {BundleRefusal} `malformed_zip`
 */
export function checkTimes(
  path: string,
  extra: ZipExtra,
  { time, date }: { time: number; date: number },
): void {
  const times = extra.get(TIMES);
  if (!times) return;
  const day = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31] as const;
  const local = Date.UTC(...day, time >> 11, (time >> 5) & 63, (time & 31) * 2) / 1_000;
  const isWhole = times.length === 5 && (times[0]! & 0xf9) === 1;
  const apart = isWhole ? viewOf(times).getInt32(1, true) - Math.min(local, MAX_TIME) : NaN;
  const isZone = Math.abs(apart) <= MAX_OFFSET && (apart + MAX_OFFSET + 1) % QUARTER <= 2;
  if (!isZone) throw differs(path, 'its date');
}

/**
 * A file's header may leave out the directory's fields or repeat them, and add when the file was read and made. Large
 * sizes may be missing, since they follow.
 *
 * @throws {BundleRefusal} `malformed_zip`, `unsupported_zip`
 */
export function checkHeaderExtra(path: string, own: ZipExtra, record: ZipExtra): void {
  for (const [id, bytes] of own) {
    if (id === LARGE_SIZES) throw unusual(path);
    const isOwner = id === OWNER;
    const same = isOwner ? bytes : bytes.subarray(0, 5);
    const length = 1 + 4 * [1, 2, 4].filter((bit) => bytes[0]! & bit).length;
    const isSame =
      equalBytes(same, record.get(id) ?? new Uint8Array()) && (isOwner || bytes.length === length);
    if (!isSame) throw differs(path, isOwner ? 'its owner' : 'its date');
  }
}

import { BUNDLE_PLACE, BundleRefusal } from '../../bundle-refusal.ts';
import type { ByteSource } from './byte-source.ts';
import { readUint64, readZipEnd } from './read-zip-end.ts';

/** What the directory says of a file. */
export type DirectoryRecord = {
  readonly path: string;
  /** The name as it is spelled there; the one before the file must be the same. */
  readonly name: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where its header is, before its bytes. */
  readonly offset: number;
};

type ZipDirectory = { readonly records: readonly DirectoryRecord[]; readonly start: number };

const STORED = 0;
export const DEFLATED = 8;

/** The sizes and the CRC-32 come after the bytes of the file. */
export const SIZES_FOLLOW = 0x0008;

// Also the two bits that say how hard the compressor tried, and that names are UTF-8. All others change how the bytes
// are read: encryption, patches, hidden directories.
const KNOWN_FLAGS = SIZES_FOLLOW | 0x0006 | 0x0800;

const NO_TYPE = 0;
const FOLDER = 4;
const REGULAR_FILE = 8;

const RECORD_LENGTH = 46;
const MAX_DIRECTORY_BYTES = 64 * 2 ** 20;
const ZIP64_SIZES = 0x0001;
// Info-ZIP's: another name for the file, which some programs take and others don't.
const SECOND_NAME = 0x7075;

/**
 * Reads the directory of a ZIP (APPNOTE.TXT, section 4.3.12). It takes what every program reads in the same way, and
 * refuses the rest: what this verifier sees must be what the person sees who unpacks the file.
 *
 * @throws {BundleRefusal} `malformed_zip`, `unsupported_zip`, `unsafe_path`, `duplicate_path`, `too_large`
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory> {
  const { start, end, count } = await readZipEnd(source);
  if (end - start > MAX_DIRECTORY_BYTES) {
    throw new BundleRefusal(BUNDLE_PLACE, 'too_large', 'Its directory is too large.');
  }
  const bytes = await source.read(start, end);
  const records: DirectoryRecord[] = [];
  const paths = new Set<string>();
  for (let offset = 0; offset < bytes.length;) {
    const { record, length } = readRecord(bytes.subarray(offset));
    if (paths.has(record.path)) {
      throw new BundleRefusal(record.path, 'duplicate_path', 'It is in the ZIP file twice.');
    }
    paths.add(record.path);
    records.push(record);
    offset += length;
  }
  if (records.length !== count)
    throw malformed('Its directory has another number of files than its end says.');
  return { records, start };
}

function readRecord(bytes: Uint8Array): { record: DirectoryRecord; length: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < RECORD_LENGTH || view.getUint32(0, true) !== 0x02014b50) {
    throw malformed('Its directory is damaged.');
  }
  const nameEnd = RECORD_LENGTH + view.getUint16(28, true);
  const extraEnd = nameEnd + view.getUint16(30, true);
  const length = extraEnd + view.getUint16(32, true);
  if (length > bytes.length) throw malformed('Its directory is damaged.');

  const name = bytes.subarray(RECORD_LENGTH, nameEnd);
  const path = decodeName(name);
  assertSafePath(path);
  const record = {
    path,
    name,
    flags: view.getUint16(8, true),
    method: view.getUint16(10, true),
    crc32: view.getUint32(16, true),
    compressedSize: view.getUint32(20, true),
    size: view.getUint32(24, true),
    offset: view.getUint32(42, true),
  };
  assertKnown(record, { disk: view.getUint16(34, true), unixType: view.getUint32(38, true) >>> 28 });
  return { record: { ...record, ...readExtra(record, bytes.subarray(nameEnd, extraEnd)) }, length };
}

function decodeName(name: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    throw new BundleRefusal(BUNDLE_PLACE, 'unsafe_path', 'The name of a file in it is not UTF-8.');
  }
}

/**
 * A name that leads out of the folder into which the ZIP is unpacked, or that one system reads otherwise than another,
 * is refused, whether anything names the file or not.
 *
 * @throws {BundleRefusal} `unsafe_path`
 */
function assertSafePath(path: string): void {
  const segments = path.replace(/\/$/, '').split('/');
  const isSafe = !/[\\:\p{Cc}]/u.test(path) && !segments.some((part) => ['', '.', '..'].includes(part));
  if (isSafe) return;
  throw new BundleRefusal(path, 'unsafe_path', 'Its name leads out of the folder in which it is unpacked.');
}

// A link would be followed where it is unpacked.
function assertKnown(
  { path, flags, method }: Pick<DirectoryRecord, 'path' | 'flags' | 'method'>,
  { disk, unixType }: { disk: number; unixType: number },
): void {
  const isKnown =
    (flags & ~KNOWN_FLAGS) === 0 &&
    (method === STORED || method === DEFLATED) &&
    disk === 0 &&
    [NO_TYPE, FOLDER, REGULAR_FILE].includes(unixType);
  if (isKnown) return;
  throw new BundleRefusal(path, 'unsupported_zip', 'It is encrypted, a link, or packed in an unusual way.');
}

/** The sizes that did not fit into 32 bits (APPNOTE.TXT, section 4.5.3). */
function readExtra(
  { path, size, compressedSize, offset }: DirectoryRecord,
  extra: Uint8Array,
): Pick<DirectoryRecord, 'size' | 'compressedSize' | 'offset'> {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  let large: readonly number[] = [];
  for (let at = 0; at < extra.length;) {
    const end = at + 4 + (at + 4 <= extra.length ? view.getUint16(at + 2, true) : 0);
    if (end > extra.length) throw malformed('Its directory is damaged.');
    const id = view.getUint16(at, true);
    if (id === SECOND_NAME) {
      throw new BundleRefusal(path, 'unsupported_zip', 'It has two names in the ZIP file.');
    }
    if (id === ZIP64_SIZES) large = readLarge(view, { start: at + 4, end });
    at = end;
  }
  const queue = [...large];
  const widen = (value: number): number => (value === 0xffffffff ? (queue.shift() ?? NaN) : value);
  const widened = { size: widen(size), compressedSize: widen(compressedSize), offset: widen(offset) };
  if (Object.values(widened).some(Number.isNaN)) throw malformed('Its directory is damaged.');
  return widened;
}

function readLarge(view: DataView, { start, end }: { start: number; end: number }): number[] {
  const numbers: number[] = [];
  for (let at = start; at + 8 <= end; at += 8) numbers.push(readUint64(view, at));
  return numbers;
}

function malformed(message: string): BundleRefusal {
  return new BundleRefusal(BUNDLE_PLACE, 'malformed_zip', message);
}

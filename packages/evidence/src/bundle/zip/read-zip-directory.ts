import { BUNDLE_PLACE, BundleRefusal } from '../../bundle-refusal.ts';
import { ENTRY_STEPS, type StepBudget } from '../../step-budget.ts';
import type { ByteSource } from './byte-source.ts';
import { readZipEnd } from './read-zip-end.ts';
import { checkTimes, LARGE_SIZES, readZipExtra, type ZipExtra } from './read-zip-extra.ts';
import { differs, readUint64, unusual, viewOf } from './read-zip-fields.ts';

export type DirectoryRecord = {
  readonly path: string;
  /** The name's bytes, which the header before the file must repeat. */
  readonly name: Uint8Array;
  /** Version, flags, method, time and date, with which the file's header begins, too. */
  readonly start: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** True if the sizes have 64 bits. */
  readonly isLarge: boolean;
  readonly extra: ZipExtra;
  readonly offset: number;
};

type ZipDirectory = { readonly records: readonly DirectoryRecord[]; readonly start: number };

const STORED = 0;
export const DEFLATED = 8;

/** The sizes and the CRC-32 come after the file's bytes. */
export const SIZES_FOLLOW = 0x0008;

const NAME_IS_UTF8 = 0x0800;

// Two bits of the compressor's effort are harmless. All other flags change how bytes are read: encryption, patches,
// hidden directories.
const KNOWN_FLAGS = SIZES_FOLLOW | 0x0006 | NAME_IS_UTF8;

/** The version that unpacks sizes beyond 32 bits. An older program ignores a file that asks for a later version. */
export const ZIP64_VERSION = 45;

// Attributes mean other things under other systems.
const DOS = 0;
const UNIX = 3;

// Read-only, hidden, system, folder, archive, normal. unzip ignores a volume label, 7-Zip follows a reparse point.
const KNOWN_ATTRIBUTES = 0xb7;
const DOS_FOLDER = 0x10;
const NO_TYPE = 0;
const FOLDER = 4;
const REGULAR_FILE = 8;

const RECORD_LENGTH = 46;
const MAX_DIRECTORY_BYTES = 64 * 2 ** 20;

/**
 * Reads the directory of a ZIP (APPNOTE.TXT, section 4.3.12). Whatever programs may read differently is refused: the
 * verifier must see the files that a person unpacks.
 *
 * @throws {BundleRefusal} `malformed_zip`, `unsupported_zip`, `unsafe_path`, `duplicate_path`, `too_large`
 * @throws {TooComplex}
 */
export async function readZipDirectory(source: ByteSource, budget: StepBudget): Promise<ZipDirectory> {
  const { start, end, count } = await readZipEnd(source);
  if (end - start > MAX_DIRECTORY_BYTES) {
    throw new BundleRefusal(BUNDLE_PLACE, 'too_large', 'Its directory is too large.');
  }
  const bytes = await source.read(start, end);
  const records: DirectoryRecord[] = [];
  const paths = new Set<string>();
  for (let offset = 0; offset < bytes.length;) {
    budget.spend(ENTRY_STEPS);
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
  const view = viewOf(bytes);
  if (bytes.length < RECORD_LENGTH || view.getUint32(0, true) !== 0x02014b50) {
    throw malformed('Its directory is damaged.');
  }
  const nameEnd = RECORD_LENGTH + view.getUint16(28, true);
  const length = nameEnd + view.getUint16(30, true);
  if (length > bytes.length) throw malformed('Its directory is damaged.');

  const name = bytes.subarray(RECORD_LENGTH, nameEnd);
  const path = decodeName(name);
  const flags = view.getUint16(8, true);
  const method = view.getUint16(10, true);
  assertSafePath(path, flags);
  assertKnown(path, view);
  const extra = readZipExtra(path, bytes.subarray(nameEnd, length));
  checkTimes(path, extra, { time: view.getUint16(12, true), date: view.getUint16(14, true) });
  const common = {
    path,
    name,
    start: bytes.subarray(6, 16),
    flags,
    method,
    crc32: view.getUint32(16, true),
    extra,
  };
  return { record: { ...common, ...readSizes(path, view, extra) }, length };
}

function decodeName(name: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    throw new BundleRefusal(BUNDLE_PLACE, 'unsafe_path', 'The name of a file in it is not UTF-8.');
  }
}

/**
 * Refuses a name that leads out of the folder of unpacking, or that systems read differently, even of a file that
 * nothing names.
 *
 * @throws {BundleRefusal} `unsafe_path`
 */
function assertSafePath(path: string, flags: number): void {
  if (!/^\p{ASCII}*$/u.test(path) && !(flags & NAME_IS_UTF8)) {
    throw new BundleRefusal(
      path,
      'unsafe_path',
      'Its name is read in two ways: nothing says that it is UTF-8.',
    );
  }
  const segments = path.replace(/\/$/, '').split('/');
  const isSafe = !/[\\:\p{Cc}]/u.test(path) && !segments.some((part) => ['', '.', '..'].includes(part));
  if (isSafe) return;
  throw new BundleRefusal(path, 'unsafe_path', 'Its name leads out of the folder in which it is unpacked.');
}

// A link would be followed where it is unpacked, and some programs make a folder of a file that claims to be one.
function assertKnown(path: string, view: DataView): void {
  const attributes = view.getUint32(38, true);
  const unixType = attributes >>> 28;
  const isKnown =
    [DOS, UNIX].includes(view.getUint8(5)) &&
    view.getUint16(6, true) <= ZIP64_VERSION &&
    (view.getUint16(8, true) & ~KNOWN_FLAGS) === 0 &&
    [STORED, DEFLATED].includes(view.getUint16(10, true)) &&
    // A known file has no comment, is on the first disk, and is at most marked as text.
    view.getUint32(32, true) === 0 &&
    view.getUint16(36, true) <= 1 &&
    (attributes & 0xffff & ~KNOWN_ATTRIBUTES) === 0 &&
    [NO_TYPE, FOLDER, REGULAR_FILE].includes(unixType);
  if (!isKnown) throw unusual(path);
  const isFolder = unixType === FOLDER || (attributes & DOS_FOLDER) !== 0;
  if (path.endsWith('/') ? unixType === REGULAR_FILE : isFolder)
    throw differs(path, 'whether it is a folder');
}

/** Sizes beyond 32 bits must be in one extra field, in this order and without others. */
function readSizes(path: string, view: DataView, extra: ZipExtra) {
  const large = extra.get(LARGE_SIZES) ?? new Uint8Array();
  let at = 0;
  const [size, compressedSize, offset] = [24, 20, 42].map((place) => {
    const value = view.getUint32(place, true);
    if (value !== 0xffffffff) return value;
    at += 8;
    return at <= large.length ? readUint64(viewOf(large), at - 8) : NaN;
  }) as [number, number, number];
  if (at !== large.length) throw differs(path, 'its sizes');
  return { size, compressedSize, offset, isLarge: at > 0 };
}

function malformed(message: string): BundleRefusal {
  return new BundleRefusal(BUNDLE_PLACE, 'malformed_zip', message);
}

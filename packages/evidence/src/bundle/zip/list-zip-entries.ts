import { equalBytes } from '../../bytes.ts';
import { BUNDLE_PLACE, BundleRefusal } from '../../bundle-refusal.ts';
import type { StepBudget } from '../../step-budget.ts';
import type { ByteSource } from './byte-source.ts';
import {
  DEFLATED,
  readZipDirectory,
  SIZES_FOLLOW,
  ZIP64_VERSION,
  type DirectoryRecord,
} from './read-zip-directory.ts';
import { checkHeaderExtra, readZipExtra } from './read-zip-extra.ts';
import { differs, readUint64, viewOf } from './read-zip-fields.ts';

export type ZipEntry = {
  readonly path: string;
  readonly isDeflated: boolean;
  readonly compressedSize: number;
  readonly size: number;
  readonly crc32: number;
  readonly dataStart: number;
};

const HEADER_LENGTH = 30;

const USUAL_VERSION = 20;

const START = ['how it is unpacked', 'its flags', 'how it is packed', 'its date', 'its date'];

/**
 * Lists a ZIP's files in the order of their bytes. Each file must begin where the one before ends, with a header that
 * agrees with the directory: so a program that reads from the front sees the same files as one that reads the
 * directory, and nothing is hidden between.
 *
 * @throws {BundleRefusal} `malformed_zip`, `unsupported_zip`, `unsafe_path`, `duplicate_path`, `too_large`
 * @throws {TooComplex}
 */
export async function listZipEntries(source: ByteSource, budget: StepBudget): Promise<ZipEntry[]> {
  const { records, start } = await readZipDirectory(source, budget);
  const inOrder = [...records].sort((one, other) => one.offset - other.offset);
  if ((inOrder[0]?.offset ?? start) !== 0) throw malformed('It begins with what is no file of it.');

  const entries: ZipEntry[] = [];
  for (const [index, record] of inOrder.entries()) {
    const end = inOrder[index + 1]?.offset ?? start;
    const dataStart = await readHeader(source, { record, end });
    const { path, method, crc32, compressedSize, size } = record;
    await checkTrailer(source, { record, start: dataStart + compressedSize, end });
    entries.push({ path, isDeflated: method === DEFLATED, compressedSize, size, crc32, dataStart });
  }
  return entries.filter(isFile);
}

async function readHeader(
  source: ByteSource,
  { record, end }: { record: DirectoryRecord; end: number },
): Promise<number> {
  const { path, name, offset } = record;
  const nameEnd = offset + HEADER_LENGTH + name.length;
  if (nameEnd > end) throw overlap();
  const header = await source.read(offset, nameEnd);
  const view = viewOf(header);
  const isNamed =
    view.getUint32(0, true) === 0x04034b50 &&
    view.getUint16(26, true) === name.length &&
    equalBytes(header.subarray(HEADER_LENGTH), name);
  if (!isNamed) throw differs(path, 'its name');

  const dataStart = nameEnd + view.getUint16(28, true);
  if (dataStart > end) throw overlap();
  const extra = readZipExtra(path, await source.read(nameEnd, dataStart));
  checkHeaderExtra(path, extra, record.extra);
  checkStart(record, header.subarray(4));
  checkSizes(record, view);
  return dataStart;
}

// A header may name the usual version: its writer can't know yet that the file begins beyond 32 bits.
function checkStart({ path, start, isLarge }: DirectoryRecord, header: Uint8Array): void {
  const isLater = isLarge && start[0] === ZIP64_VERSION && header[0] === USUAL_VERSION;
  const at = start.findIndex((byte, index) => byte !== header[index] && (index > 0 || !isLater));
  if (at >= 0) throw differs(path, START[at >> 1]!);
}

/** A header may leave out sizes and CRC that follow the bytes: all three or none. */
function checkSizes({ path, flags, crc32, compressedSize, size }: DirectoryRecord, view: DataView): void {
  const stated = [14, 18, 22].map((at) => view.getUint32(at, true));
  if (flags & SIZES_FOLLOW && !stated.some((value) => value)) return;
  if (stated[0] !== crc32) throw differs(path, 'its sum');
  if (stated[1] !== compressedSize || stated[2] !== size) throw differs(path, 'its sizes');
}

/**
 * Checks the trailer behind a file's bytes (APPNOTE.TXT, section 4.3.9): its sizes are as wide as the directory's. Its
 * signature is optional there, but required here, since without it the trailer could be read in two ways.
 */
async function checkTrailer(
  source: ByteSource,
  given: { record: DirectoryRecord; start: number; end: number },
): Promise<void> {
  const { path, flags, crc32, compressedSize, size, isLarge } = given.record;
  const length = isLarge ? 24 : 16;
  if (given.end - given.start !== (flags & SIZES_FOLLOW && length)) throw overlap();
  if (!(flags & SIZES_FOLLOW)) return;
  const view = viewOf(await source.read(given.start, given.end));
  const read = (at: number): number => (isLarge ? readUint64(view, at) : view.getUint32(at, true));
  const isSame =
    view.getUint32(0, true) === 0x08074b50 &&
    view.getUint32(4, true) === crc32 &&
    read(8) === compressedSize &&
    read(length / 2 + 4) === size;
  if (!isSame) throw differs(path, 'its sum and sizes, after its bytes');
}

// A folder has no bytes, and files name their folders.
function isFile({ path, size }: ZipEntry): boolean {
  return size > 0 || !path.endsWith('/');
}

const overlap = () => malformed('Its files overlap, or something is hidden between them.');

function malformed(message: string): BundleRefusal {
  return new BundleRefusal(BUNDLE_PLACE, 'malformed_zip', message);
}

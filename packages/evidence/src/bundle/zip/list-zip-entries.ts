import { equalBytes } from '../../bytes.ts';
import { BUNDLE_PLACE, BundleRefusal } from '../../bundle-refusal.ts';
import type { ByteSource } from './byte-source.ts';
import { DEFLATED, readZipDirectory, SIZES_FOLLOW, type DirectoryRecord } from './read-zip-directory.ts';

/** One file of a ZIP, and where its bytes are. */
export type ZipEntry = {
  readonly path: string;
  readonly isDeflated: boolean;
  readonly compressedSize: number;
  readonly size: number;
  readonly crc32: number;
  /** Where its bytes start. */
  readonly dataStart: number;
};

const HEADER_LENGTH = 30;

// What comes after the bytes of a file whose sizes follow: with or without a signature, 32 or 64 bits wide.
const TRAILER_LENGTHS = [12, 16, 20, 24];

/**
 * Lists the files of a ZIP, in the order of their bytes. The file must be nothing but they: each begins where the one
 * before it ends, and the header before its bytes says what the directory says. So a program that reads from the front
 * sees the same files as one that reads the directory, and nothing is hidden between them.
 *
 * @throws {BundleRefusal} `malformed_zip`, `unsupported_zip`, `unsafe_path`, `duplicate_path`, `too_large`
 */
export async function listZipEntries(source: ByteSource): Promise<ZipEntry[]> {
  const { records, start } = await readZipDirectory(source);
  const inOrder = [...records].sort((one, other) => one.offset - other.offset);
  if ((inOrder[0]?.offset ?? start) !== 0) throw malformed('It begins with what is no file of it.');

  const entries: ZipEntry[] = [];
  for (const [index, record] of inOrder.entries()) {
    const end = inOrder[index + 1]?.offset ?? start;
    const entry = await readHeader(source, { record, end });
    const rest = end - (entry.dataStart + entry.compressedSize);
    const isFilled = record.flags & SIZES_FOLLOW ? TRAILER_LENGTHS.includes(rest) : rest === 0;
    if (!isFilled) throw malformed('Its files overlap, or something is hidden between them.');
    entries.push(entry);
  }
  return entries.filter(isFile);
}

async function readHeader(
  source: ByteSource,
  { record, end }: { record: DirectoryRecord; end: number },
): Promise<ZipEntry> {
  const { path, name, method, crc32, compressedSize, size, offset } = record;
  const nameEnd = HEADER_LENGTH + name.length;
  if (offset + nameEnd > end) throw malformed('Its files overlap, or something is hidden between them.');
  const header = await source.read(offset, offset + nameEnd);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (!isSame(record, { view, name: header.subarray(HEADER_LENGTH) })) {
    throw malformed('Its directory says otherwise than the header of a file.');
  }
  const dataStart = offset + nameEnd + view.getUint16(28, true);
  return { path, isDeflated: method === DEFLATED, compressedSize, size, crc32, dataStart };
}

function isSame(record: DirectoryRecord, { view, name }: { view: DataView; name: Uint8Array }): boolean {
  const { flags, method, crc32, compressedSize, size } = record;
  if (view.getUint32(0, true) !== 0x04034b50 || !equalBytes(name, record.name)) return false;
  if (view.getUint16(26, true) !== name.length) return false;
  if (view.getUint16(6, true) !== flags || view.getUint16(8, true) !== method) return false;
  if (flags & SIZES_FOLLOW) return true;

  const isSize = (stated: number, real: number): boolean => stated === real || stated === 0xffffffff;
  const isSized = isSize(view.getUint32(18, true), compressedSize) && isSize(view.getUint32(22, true), size);
  return isSized && view.getUint32(14, true) === crc32;
}

// A folder has no bytes, and what is in it is named by its path.
function isFile({ path, size }: ZipEntry): boolean {
  return size > 0 || !path.endsWith('/');
}

function malformed(message: string): BundleRefusal {
  return new BundleRefusal(BUNDLE_PLACE, 'malformed_zip', message);
}

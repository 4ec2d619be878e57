import { BUNDLE_PLACE, BundleRefusal } from '../../bundle-refusal.ts';
import type { ByteSource } from './byte-source.ts';
import { readUint64, viewOf } from './read-zip-fields.ts';

type ZipEnd = { readonly start: number; readonly end: number; readonly count: number };

const END_LENGTH = 22;
const LOCATOR_LENGTH = 20;
const ZIP64_END_LENGTH = 56;
const ZIP64_VERSION = 45;

/**
 * Reads how a ZIP ends (APPNOTE.TXT, sections 4.3.14 to 4.3.16). The end must be the file's last bytes, and the
 * directory lie just before it: a ZIP with a comment, or anything else after its directory, can be read in two ways.
 *
 * @throws {BundleRefusal} `malformed_zip`
 */
export async function readZipEnd(source: ByteSource): Promise<ZipEnd> {
  const position = source.size - END_LENGTH;
  const bytes = await source.read(Math.max(position, 0), source.size);
  const view = viewOf(bytes);
  if (bytes.length < END_LENGTH || view.getUint32(0, true) !== 0x06054b50 || view.getUint16(20, true) !== 0) {
    throw malformed('It does not end as a ZIP file does: it was cut off, or something was added.');
  }
  const stated = {
    count: view.getUint16(10, true),
    size: view.getUint32(12, true),
    start: view.getUint32(16, true),
  };
  if (view.getUint32(4, true) !== 0 || view.getUint16(8, true) !== stated.count) {
    throw malformed('It is one part of several.');
  }
  const isSmall = stated.count < 0xffff && stated.size < 0xffffffff && stated.start < 0xffffffff;
  const found = isSmall
    ? { ...stated, end: position }
    : await readZip64End(source, position - LOCATOR_LENGTH);
  const { count, size, start, end } = found;
  const isAgreed =
    [count, 0xffff].includes(stated.count) &&
    [size, 0xffffffff].includes(stated.size) &&
    [start, 0xffffffff].includes(stated.start);
  if (!isAgreed) throw malformed('Its end says two things.');
  if (start + size !== end) throw malformed('Its directory is not where its end says.');
  return { start, end, count };
}

async function readZip64End(source: ByteSource, locatorPosition: number) {
  const end = locatorPosition - ZIP64_END_LENGTH;
  if (end < 0) throw malformed('It ends as a large ZIP file does, and is none.');
  const bytes = await source.read(end, locatorPosition + LOCATOR_LENGTH);
  const view = viewOf(bytes);
  const isLocated =
    view.getUint32(ZIP64_END_LENGTH, true) === 0x07064b50 &&
    view.getUint32(ZIP64_END_LENGTH + 4, true) === 0 &&
    readUint64(view, ZIP64_END_LENGTH + 8) === end &&
    view.getUint32(ZIP64_END_LENGTH + 16, true) === 1 &&
    view.getUint32(0, true) === 0x06064b50 &&
    readUint64(view, 4) === ZIP64_END_LENGTH - 12 &&
    view.getUint16(14, true) === ZIP64_VERSION;
  const count = readUint64(view, 32);
  const isOne = view.getUint32(16, true) === 0 && view.getUint32(20, true) === 0;
  if (!isLocated || !isOne || readUint64(view, 24) !== count) {
    throw malformed('It ends as a large ZIP file does, and is none.');
  }
  return { count, size: readUint64(view, 40), start: readUint64(view, 48), end };
}

function malformed(message: string): BundleRefusal {
  return new BundleRefusal(BUNDLE_PLACE, 'malformed_zip', message);
}

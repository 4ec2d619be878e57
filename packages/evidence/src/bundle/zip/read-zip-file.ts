import { BundleRefusal } from '../../bundle-refusal.ts';
import type { StepBudget } from '../../step-budget.ts';
import type { ByteSource } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { inflate } from './inflate.ts';
import type { ZipEntry } from './list-zip-entries.ts';

const PART_BYTES = 2 ** 20;

// Only the chain and small files are deflated, and read as a whole. Large files are compressed already, and stored.
const MAX_DEFLATED_BYTES = 256 * 2 ** 20;

/**
 * Gives no more bytes than the directory says, so that a file of a few bytes can't unpack to gigabytes.
 *
 * @throws {BundleRefusal} `corrupt_file`, `too_large`
 * @throws {TooComplex} for a deflated file; a stored one costs no steps, since its reading ends with the file
 */
export async function* readZipFile(
  source: ByteSource,
  { entry, budget }: { entry: ZipEntry; budget: StepBudget },
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  let sum = 0;
  const parts = entry.isDeflated ? readDeflated(source, { entry, budget }) : readStored(source, entry);
  for await (const part of parts) {
    size += part.length;
    if (size > entry.size) break;
    sum = crc32(part, sum);
    yield part;
  }
  if (size === entry.size && sum === entry.crc32) return;
  throw new BundleRefusal(
    entry.path,
    'corrupt_file',
    'It is damaged: it does not unpack to what the ZIP file says.',
  );
}

async function* readStored(
  source: ByteSource,
  { dataStart, compressedSize }: ZipEntry,
): AsyncGenerator<Uint8Array, void> {
  const end = dataStart + compressedSize;
  for (let start = dataStart; start < end; start += PART_BYTES) {
    yield await source.read(start, Math.min(start + PART_BYTES, end));
  }
}

async function* readDeflated(
  source: ByteSource,
  { entry, budget }: { entry: ZipEntry; budget: StepBudget },
): AsyncGenerator<Uint8Array, void> {
  const { path, dataStart, compressedSize } = entry;
  if (compressedSize > MAX_DEFLATED_BYTES) {
    throw new BundleRefusal(path, 'too_large', 'It is compressed, and too large for that.');
  }
  yield* inflate(await source.read(dataStart, dataStart + compressedSize), { path, budget });
}

import type { StepBudget } from '../step-budget.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import type { ByteSource } from './zip/byte-source.ts';
import { listZipEntries, type ZipEntry } from './zip/list-zip-entries.ts';
import { readZipFile } from './zip/read-zip-file.ts';

export type BundleFiles = {
  readonly source: ByteSource;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly budget: StepBudget;
};

/** @throws {BundleRefusal} when it is no ZIP file, or can be read in two ways */
export async function openFiles(source: ByteSource, budget: StepBudget): Promise<BundleFiles> {
  const entries = await listZipEntries(source, budget);
  return { source, budget, entries: new Map(entries.map((entry) => [entry.path, entry])) };
}

/** The bytes of a file, part by part. @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large` */
export function streamFile(
  { source, entries, budget }: BundleFiles,
  path: string,
): AsyncGenerator<Uint8Array, void> {
  const entry = entries.get(path);
  if (!entry) throw new BundleRefusal(path, 'missing_file', 'It is not in the bundle.');
  return readZipFile(source, { entry, budget });
}

export async function readFile(
  files: BundleFiles,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<Uint8Array> {
  const parts = streamFile(files, path);
  const size = files.entries.get(path)!.size;
  if (size > maxBytes) throw new BundleRefusal(path, 'too_large', 'It is larger than any that a bundle has.');
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const part of parts) {
    bytes.set(part, filled);
    filled += part.length;
  }
  return bytes;
}

import { hashParts } from '../digest/hash-parts.ts';
import { streamFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from './bundle-refusal.ts';
import type { EvidenceFault } from './evidence-verdict.ts';

/** A file as it should be, and what it means when it is not. */
export type ExpectedFile = {
  readonly path: string;
  readonly byteSize: number;
  readonly sha256: string;
  readonly otherwise: string;
};

/** What is wrong with a file. It is read part by part, however large it is. */
export async function judgeFile(
  files: BundleFiles,
  { path, byteSize, sha256, otherwise }: ExpectedFile,
): Promise<EvidenceFault | undefined> {
  const refuse = (code: 'wrong_size' | 'wrong_hash') => new BundleRefusal(path, code, otherwise).fault;
  try {
    const parts = streamFile(files, path);
    if (files.entries.get(path)?.size !== byteSize) return refuse('wrong_size');
    return (await hashParts(parts)) === sha256 ? undefined : refuse('wrong_hash');
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    return error.fault;
  }
}

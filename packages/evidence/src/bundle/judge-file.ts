import { sha256 } from '@noble/hashes/sha2.js';
import { encodeHex } from '../timestamp/encode-hex.ts';
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

/** What is wrong with a file. It is hashed part by part, however large it is; WebCrypto would want it as a whole. */
export async function judgeFile(
  files: BundleFiles,
  { path, byteSize, sha256: expected, otherwise }: ExpectedFile,
): Promise<EvidenceFault | undefined> {
  const refuse = (code: 'wrong_size' | 'wrong_hash') => new BundleRefusal(path, code, otherwise).fault;
  try {
    const parts = streamFile(files, path);
    if (files.entries.get(path)?.size !== byteSize) return refuse('wrong_size');
    const hash = sha256.create();
    for await (const part of parts) hash.update(part);
    return encodeHex(hash.digest()) === expected ? undefined : refuse('wrong_hash');
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    return error.fault;
  }
}

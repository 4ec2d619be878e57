import { hashParts } from '../digest/hash-parts.ts';
import { streamFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal, type EvidenceFault } from '../bundle-refusal.ts';
import type { FileVerdict } from './evidence-verdict.ts';
import { judgeMissing, type Withholding } from './withholding.ts';

export type JudgedFile = { readonly file: FileVerdict; readonly faults: readonly EvidenceFault[] };

export type ExpectedFile = {
  readonly evidenceId: string | null;
  readonly path: string;
  readonly byteSize: number;
  readonly sha256: string;
  readonly otherwise: string;
};

/** Reads the file part by part, however large it is. */
export async function judgeFile(
  files: BundleFiles,
  { expected, withholding }: { expected: ExpectedFile; withholding: Withholding },
): Promise<JudgedFile> {
  const { path, evidenceId: id } = expected;
  const sequence = withholding.listed.get(path);
  if (!files.entries.has(path)) {
    const missing = judgeMissing(withholding, expected);
    if ('code' in missing) return viewFile({ id, path }, missing);
    return { file: { path, evidence_id: id, ok: true, ...missing }, faults: [] };
  }
  if (sequence !== undefined) {
    const message = 'manifest.json says that it is withheld, and it is there.';
    return viewFile({ id, path }, new BundleRefusal(path, 'unexpected_file', message).fault);
  }
  return viewFile({ id, path }, await findFault(files, expected));
}

export function viewFile(
  { id, path }: { id: string | null; path: string },
  fault: EvidenceFault | undefined,
): JudgedFile {
  const file = { path, evidence_id: id };
  return fault
    ? { file: { ...file, ok: false, code: fault.code }, faults: [fault] }
    : { file: { ...file, ok: true }, faults: [] };
}

async function findFault(
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

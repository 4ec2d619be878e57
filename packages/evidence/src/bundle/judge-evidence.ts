import { hashParts } from '../digest/hash-parts.ts';
import { streamFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal, type EvidenceFault } from '../bundle-refusal.ts';
import { compareEvidence } from './compare-manifest.ts';
import type { FileVerdict } from './evidence-verdict.ts';
import type { Capture } from './read-chain.ts';
import type { Manifest, ManifestEvidence } from './read-manifest.ts';

/** A file with its verdict, and all that is wrong with it and with what is said of it. */
export type JudgedFile = { readonly file: FileVerdict; readonly faults: readonly EvidenceFault[] };

/** A file as it should be, and what it means when it is not. */
type ExpectedFile = {
  readonly path: string;
  readonly byteSize: number;
  readonly sha256: string;
  readonly otherwise: string;
};

const OTHER_DERIVATIVE =
  'It is not the picture that manifest.json names. It is no evidence itself, yet it shows something else.';

/** Holds the evidence of a bundle against the entries that captured it, in their order; then what no entry captured. */
export async function judgeEvidence(
  files: BundleFiles,
  { captures, manifest }: { captures: readonly Capture[]; manifest: Manifest },
): Promise<JudgedFile[]> {
  const listed = new Map(manifest.evidence.map((evidence) => [evidence.id, evidence]));
  const judged: JudgedFile[] = [];
  for (const capture of captures) {
    const evidence = listed.get(capture.evidenceId);
    listed.delete(capture.evidenceId);
    judged.push(...(evidence ? await judgeCaptured(files, { capture, evidence }) : [judgeUnlisted(capture)]));
  }
  return [...judged, ...[...listed.values()].map(judgeUncaptured)];
}

async function judgeCaptured(
  files: BundleFiles,
  { capture, evidence }: { capture: Capture; evidence: ManifestEvidence },
): Promise<JudgedFile[]> {
  const { sequence, byteSize, sha256 } = capture;
  const { id, path } = evidence;
  const otherwise = `It is not what entry ${sequence} of the chain captured: it was changed or swapped.`;
  const fault = await judgeFile(files, { path, byteSize, sha256, otherwise });
  const differs = compareEvidence(evidence, capture);
  const original = view({ id, path }, fault);
  const judged = [differs ? { ...original, faults: [differs, ...original.faults] } : original];
  for (const derivative of evidence.derivatives) {
    const expected = {
      byteSize: derivative.byte_size,
      sha256: derivative.sha256,
      otherwise: OTHER_DERIVATIVE,
    };
    const found = await judgeFile(files, { path: derivative.path, ...expected });
    judged.push(view({ id, path: derivative.path }, found));
  }
  return judged;
}

function judgeUnlisted({ evidenceId: id, sequence }: Capture): JudgedFile {
  const path = `originals/${id}`;
  const message = `Entry ${sequence} of the chain captured it; manifest.json does not list it.`;
  return view({ id, path }, new BundleRefusal(path, 'missing_file', message).fault);
}

function judgeUncaptured({ id, path }: ManifestEvidence): JudgedFile {
  const message = 'No entry of the chain captured it: it was put in.';
  return view({ id, path }, new BundleRefusal(path, 'not_in_chain', message).fault);
}

/** What is wrong with a file. It is read part by part, however large it is. */
async function judgeFile(
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

function view(
  { id, path }: { id: string | null; path: string },
  fault: EvidenceFault | undefined,
): JudgedFile {
  const file = { path, evidence_id: id };
  return fault
    ? { file: { ...file, ok: false, code: fault.code }, faults: [fault] }
    : { file: { ...file, ok: true }, faults: [] };
}

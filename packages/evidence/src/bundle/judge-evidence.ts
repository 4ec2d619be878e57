import type { BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import { compareEvidence } from './compare-manifest.ts';
import { judgeFile, viewFile, type JudgedFile } from './judge-file.ts';
import type { Capture } from './read-chain.ts';
import type { Manifest, ManifestEvidence } from './read-manifest.ts';
import type { Withholding } from './withholding.ts';

const OTHER_DERIVATIVE =
  'It is not the picture that manifest.json names. It is no evidence itself, yet it shows something else.';

type Held = { readonly manifest: Manifest; readonly withholding: Withholding };

/** Compares the evidence with the entries that captured it, in their order; then judges files without an entry. */
export async function judgeEvidence(
  files: BundleFiles,
  { captures, manifest, withholding }: Held & { captures: readonly Capture[] },
): Promise<JudgedFile[]> {
  const listed = new Map(manifest.evidence.map((evidence) => [evidence.id, evidence]));
  const judged: JudgedFile[] = [];
  for (const capture of captures) {
    const evidence = listed.get(capture.evidenceId);
    listed.delete(capture.evidenceId);
    const own = evidence
      ? await judgeCaptured(files, { capture, evidence, withholding })
      : [judgeUnlisted(capture)];
    for (const each of own) judged.push(each);
  }
  return [...judged, ...[...listed.values()].map(judgeUncaptured)];
}

async function judgeCaptured(
  files: BundleFiles,
  given: { capture: Capture; evidence: ManifestEvidence; withholding: Withholding },
): Promise<JudgedFile[]> {
  const { capture, evidence, withholding } = given;
  const { sequence, byteSize, sha256 } = capture;
  const { id, path } = evidence;
  const otherwise = `It is not what entry ${sequence} of the chain captured: it was changed or swapped.`;
  const expected = { evidenceId: id, path, byteSize, sha256, otherwise };
  const original = await judgeFile(files, { expected, withholding });
  const differs = compareEvidence(evidence, capture);
  const judged = [differs ? { ...original, faults: [differs, ...original.faults] } : original];
  for (const derivative of evidence.derivatives) {
    const picture = {
      evidenceId: id,
      path: derivative.path,
      byteSize: derivative.byte_size,
      sha256: derivative.sha256,
      otherwise: OTHER_DERIVATIVE,
    };
    judged.push(await judgeFile(files, { expected: picture, withholding }));
  }
  return judged;
}

function judgeUnlisted({ evidenceId: id, sequence }: Capture): JudgedFile {
  const path = `originals/${id}`;
  const message = `Entry ${sequence} of the chain captured it; manifest.json does not list it.`;
  return viewFile({ id, path }, new BundleRefusal(path, 'missing_file', message).fault);
}

function judgeUncaptured({ id, path }: ManifestEvidence): JudgedFile {
  const message = 'No entry of the chain captured it: it was put in.';
  return viewFile({ id, path }, new BundleRefusal(path, 'not_in_chain', message).fault);
}

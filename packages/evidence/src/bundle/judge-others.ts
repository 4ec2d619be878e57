import { readFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import type { JudgedFile } from './judge-evidence.ts';
import { CHAIN_PATH, DISCLOSURES_PATH, MANIFEST_PATH, README_PATH } from './places.ts';
import type { Manifest } from './read-manifest.ts';

const FIXED_PATHS = [README_PATH, MANIFEST_PATH, CHAIN_PATH, DISCLOSURES_PATH];
const MAX_README_BYTES = 2 ** 20;

/** Judges what is beside the evidence: the README, which must be whole, and files that nothing names. */
export async function judgeOthers(files: BundleFiles, manifest: Manifest): Promise<JudgedFile[]> {
  const named = new Set(FIXED_PATHS);
  for (const { token, certificates } of manifest.anchors) named.add(token ?? '').add(certificates ?? '');
  for (const { path, derivatives } of manifest.evidence) {
    for (const each of [path, ...derivatives.map((file) => file.path)]) named.add(each);
  }
  const others = [...files.entries.keys()].filter((path) => !named.has(path));
  return [...(await judgeReadme(files)), ...others.map(judgeUnexpected)];
}

// It is for people, and nothing depends on it: a bundle may come without.
async function judgeReadme(files: BundleFiles): Promise<JudgedFile[]> {
  if (!files.entries.has(README_PATH)) return [];
  try {
    await readFile(files, { path: README_PATH, maxBytes: MAX_README_BYTES });
    return [];
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    return [viewFault(error)];
  }
}

function judgeUnexpected(path: string): JudgedFile {
  return viewFault(
    new BundleRefusal(path, 'unexpected_file', 'Nothing in the bundle names it: it was put in.'),
  );
}

function viewFault({ fault }: BundleRefusal): JudgedFile {
  return { file: { path: fault.place, evidence_id: null, ok: false, code: fault.code }, faults: [fault] };
}

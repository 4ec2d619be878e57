import { readFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import type { JudgedFile } from './judge-file.ts';
import {
  ADDENDA_DISCLOSURES_PATH,
  ADDENDA_PATH,
  CHAIN_PATH,
  DISCLOSURES_PATH,
  MANIFEST_PATH,
  README_PATH,
} from './places.ts';
import type { Manifest } from './read-manifest.ts';

const FIXED_PATHS = [README_PATH, MANIFEST_PATH, CHAIN_PATH, DISCLOSURES_PATH];
const MAX_README_BYTES = 2 ** 20;

/** Judges the other files: the README, which must be whole, and files that nothing names. */
export async function judgeOthers(files: BundleFiles, manifest: Manifest): Promise<JudgedFile[]> {
  const named = new Set(listNamed(manifest));
  const others = [...files.entries.keys()].filter((path) => !named.has(path));
  return [...(await judgeReadme(files)), ...others.map(judgeUnexpected)];
}

function* listNamed({ anchors, addenda, evidence, reports }: Manifest): Generator<string, void> {
  yield* FIXED_PATHS;
  if (addenda) yield* [ADDENDA_PATH, ADDENDA_DISCLOSURES_PATH];
  for (const { token, certificates } of [...anchors, ...(addenda?.anchors ?? [])]) {
    if (token !== null) yield* [token, certificates!];
  }
  for (const { path, derivatives } of evidence) yield* [path, ...derivatives.map((file) => file.path)];
  for (const { path } of reports) yield path;
}

// README.txt is for people: a bundle may come without, or with another. The verdict says so, since no entry of the
// chain knows its bytes, and its words change with the releases.
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

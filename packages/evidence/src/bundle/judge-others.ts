import { type BundleFiles, readFile } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import { type JudgedFile, judgeFile, viewFile } from './judge-file.ts';
import {
  ADDENDA_DISCLOSURES_PATH,
  ADDENDA_PATH,
  CHAIN_PATH,
  DISCLOSURES_PATH,
  MANIFEST_PATH,
  README_PATH,
  reportPath,
} from './places.ts';
import type { Manifest, ManifestReport } from './read-manifest.ts';
import { compareReport } from './compare-manifest.ts';
import type { Document } from './list-documents.ts';
import type { Withholding } from './withholding.ts';

const FIXED_PATHS = [README_PATH, MANIFEST_PATH, CHAIN_PATH, DISCLOSURES_PATH];
const MAX_README_BYTES = 2 ** 20;

/** The README must be whole, and no file may be left that nothing names. */
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

// README.txt is for people: a bundle may lack it or have another. The verdict says so, since no entry knows its bytes,
// and its words change with releases.
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

/** Compares the reports with the addenda that name them, in their order; then judges reports without an addendum. */
export async function judgeReports(
  files: BundleFiles,
  given: { documents: readonly Document[]; manifest: Manifest; withholding: Withholding },
): Promise<JudgedFile[]> {
  const { documents, manifest, withholding } = given;
  const listed = new Map(manifest.reports.map((report) => [report.sequence, report]));
  const judged: JudgedFile[] = [];
  for (const document of documents) {
    const report = listed.get(document.sequence);
    listed.delete(document.sequence);
    judged.push(
      report ? await judgeNamed(files, { document, report, withholding }) : judgeUnlisted(document),
    );
  }
  return [...judged, ...[...listed.values()].map(judgeUnnamed)];
}

async function judgeNamed(
  files: BundleFiles,
  given: { document: Document; report: ManifestReport; withholding: Withholding },
): Promise<JudgedFile> {
  const { document, report, withholding } = given;
  const { sequence, byteSize, sha256 } = document;
  const otherwise = `It is not the report that entry ${sequence} of the addenda names: it was changed or swapped.`;
  const expected = { evidenceId: null, path: report.path, byteSize, sha256, otherwise };
  const judged = await judgeFile(files, { expected, withholding });
  const differs = compareReport(report, document);
  return differs ? { ...judged, faults: [differs, ...judged.faults] } : judged;
}

function judgeUnlisted({ sequence }: Document): JudgedFile {
  const path = reportPath(sequence);
  const message = `Entry ${sequence} of the addenda names it; manifest.json does not list it.`;
  return viewFile({ id: null, path }, new BundleRefusal(path, 'missing_file', message).fault);
}

function judgeUnnamed({ path }: ManifestReport): JudgedFile {
  const message = 'No entry of the addenda names it: it was put in.';
  return viewFile({ id: null, path }, new BundleRefusal(path, 'not_in_chain', message).fault);
}

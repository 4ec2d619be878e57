import type { BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import { compareReport } from './compare-manifest.ts';
import { judgeFile, viewFile, type JudgedFile } from './judge-file.ts';
import type { Document } from './list-documents.ts';
import { reportPath } from './places.ts';
import type { Manifest, ManifestReport } from './read-manifest.ts';
import type { Withholding } from './withholding.ts';

/** Compares the reports of a bundle with the addenda that name them, in their order; then judges the unnamed ones. */
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

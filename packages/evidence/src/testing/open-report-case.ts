import { verifyReport } from '../report/verify-report.ts';
import type { ReportVerdict } from '../report/report-verdict.ts';
import { createAuthority, type TestAuthority } from './create-authority.ts';
import { createSigner, signPdf } from './sign-pdf.ts';
import { writePdf } from './write-pdf.ts';

export type ReportCase = {
  readonly sealed: Uint8Array;
  readonly signer: TestAuthority;
  readonly tsa: TestAuthority;
  judge(pdf: Uint8Array): Promise<ReportVerdict>;
};

export const NOW = new Date('2026-11-22T00:00:00.000Z');

/** Object numbers in a sealed report: the form, the signature and its field. The next free one is 11. */
export const FORM = 8;
export const SIGNATURE = 9;
export const FIELD = 10;
export const FREE = 11;

export async function openReportCase(pdf = writePdf()): Promise<ReportCase> {
  const [signer, tsa] = await Promise.all([createSigner(), createAuthority()]);
  const sealed = await signPdf(pdf, signer, { tsa });
  const judge = (given: Uint8Array) =>
    verifyReport(given, { roots: [signer.root], tsaRoots: [tsa.root], now: NOW });
  return { sealed, signer, tsa, judge };
}

import { parentPort } from 'node:worker_threads';
import type { ReportInput } from '../input/report-input.ts';
import { compileReport, type RenderedReport } from './compile-report.ts';

/** The body of the report thread: Typst runs synchronously, and the server's own thread would answer nobody. */
export type ReportAnswer = { ok: true; report: RenderedReport } | { ok: false; message: string };

const answer = async (input: ReportInput): Promise<ReportAnswer> => {
  try {
    return { ok: true, report: await compileReport(input) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', async (input: ReportInput) => {
  const answered = await answer(input);
  parentPort!.postMessage(answered, answered.ok ? [answered.report.pdf.buffer] : []);
});

import { Worker } from 'node:worker_threads';
import type { ReportInput } from '../input/report-input.ts';
import type { RenderedReport } from './compile-report.ts';
import type { ReportAnswer } from './report-thread.ts';

let thread: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** 500 photos, each annotated, took 80 s on two busy cores; what is not done by then never will be. */
const RENDER_TIME_MAX_MS = 300_000;

/**
 * The bytes of a report as PDF/A-2b, tagged and without a seal, and how many pages it has. The same input gives
 * the same bytes. Reports are made in a thread of their own, one after the other, so that however many ask, the
 * memory of one is used. A thread that dies costs the report that it was making, and no other.
 *
 * @throws when Typst refuses the report, or when the thread ended before it was done: try again
 */
export const renderReport = (input: ReportInput): Promise<RenderedReport> => {
  const rendered = last.then(() => runInReportThread(input));
  last = rendered.catch(() => undefined);
  return rendered;
};

const runInReportThread = (input: ReportInput): Promise<RenderedReport> =>
  new Promise((resolve, reject) => {
    const worker = (thread ??= startThread());
    const settle = (): void => {
      clearTimeout(deadline);
      worker.off('message', onAnswer).off('exit', onExit);
    };
    const onAnswer = (answer: ReportAnswer): void => {
      settle();
      if (answer.ok) resolve(answer.report);
      else reject(new Error(answer.message));
    };
    const onExit = (): void => {
      settle();
      reject(new Error('The report thread ended before it answered: try again.'));
    };
    const deadline = setTimeout(() => void worker.terminate(), RENDER_TIME_MAX_MS);
    worker.on('message', onAnswer).on('exit', onExit);
    worker.postMessage(input);
  });

const startThread = (): Worker => {
  const started = new Worker(new URL('./report-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  });
  const forget = () => {
    if (thread === started) thread = undefined;
  };
  // Without a listener an error of the thread, such as the end of its memory, would end the process.
  started.on('error', forget);
  // The first to hear of the end, so that the next report finds no dead thread.
  started.on('exit', forget);
  started.unref();
  return started;
};

import { createThread } from '../../../platform/concurrency/create-thread.ts';
import type { ReportInput } from '../input/report-input.ts';
import type { RenderedReport } from './typeset-sheet.ts';
import { locateProgram } from '../../../paths.ts';

/** 500 annotated photos took 80 s on two busy cores, and a slower rendering never ends. */
export const RENDER_TIME_MAX_MS = 300_000;

const thread = createThread<ReportInput, RenderedReport>(
  locateProgram('features/reports/rendering/report-thread'),
  {
    name: 'report',
    timeoutMs: RENDER_TIME_MAX_MS,
  },
);

/**
 * Gives a report as PDF/A-2b, tagged and without a seal, and the number of its pages. The same input gives the same
 * bytes. A thread of its own makes reports, one after the other.
 *
 * @throws when Typst refuses the report, or when the thread ended before it was done: try again
 */
export const renderReport = (input: ReportInput): Promise<RenderedReport> => thread.run(input);

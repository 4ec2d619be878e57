import { defineJob } from '../../platform/jobs/define-job.ts';
import { anchorHead } from './anchor-head.ts';
import { anchorWhiteboardJob } from './enqueue-try.ts';

/** Makes the export of a whiteboard, and asks one authority for a token of it. */
export const anchorWhiteboard = defineJob({ ...anchorWhiteboardJob, run: anchorHead });

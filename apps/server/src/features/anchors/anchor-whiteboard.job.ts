import { defineJob } from '../../platform/jobs/define-job.ts';
import { anchorHead } from './anchor-head.ts';
import { anchorWhiteboardJob } from './enqueue-try.ts';

/** Asks one authority for a token of the export of a whiteboard, which it makes first. */
export const anchorWhiteboard = defineJob({ ...anchorWhiteboardJob, run: anchorHead });

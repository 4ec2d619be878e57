import { defineJob } from '../../platform/jobs/define-job.ts';
import { anchorHead } from './anchor-head.ts';
import { anchorAddendaHeadJob } from './enqueue-try.ts';

/** Asks one authority for a token of a session's addenda as they are up to an entry. */
export const anchorAddendaHead = defineJob({ ...anchorAddendaHeadJob, run: anchorHead });

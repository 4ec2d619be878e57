import { defineJob } from '../../platform/jobs/define-job.ts';
import { anchorHead } from './anchor-head.ts';
import { anchorChainJob } from './enqueue-try.ts';

/** Asks one authority for a token of a session's frozen head. */
export const anchorChain = defineJob({ ...anchorChainJob, run: anchorHead });

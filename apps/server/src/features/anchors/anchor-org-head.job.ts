import { defineJob } from '../../platform/jobs/define-job.ts';
import { anchorHead } from './anchor-head.ts';
import { anchorOrgHeadJob } from './enqueue-try.ts';

/** Asks one authority for a token of an organisation's own chain as it is up to an entry. */
export const anchorOrgHead = defineJob({ ...anchorOrgHeadJob, run: anchorHead });

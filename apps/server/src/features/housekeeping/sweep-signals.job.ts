import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { cleanUpSignals } from '../media/exports/clean-up-signals.ts';

/** Peers send up to 64 KiB a second, which nobody needs two minutes later. */
export const sweepSignals = defineJob({
  id: 'sweep-signals',
  payload: CrontabPayload,
  run: (context: Context) => cleanUpSignals(context),
});

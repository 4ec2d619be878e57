import type { Context } from '../../context.ts';
import type { Tx } from '../database/transact.ts';

export type ResumeContext = Pick<Context, 'transact' | 'log' | 'metrics'>;

/** The next ones follow with the next sweep. */
export const RESUMED_AT_ONCE = 500;

/** A job has the key that its fact's own job has, so that two sweeps at once leave one job. */
export const resumeJobs = async <Fact>(
  { transact, log, metrics }: ResumeContext,
  { id }: { id: string },
  { find, enqueue }: { find: (tx: Tx) => Promise<Fact[]>; enqueue: (tx: Tx, fact: Fact) => void },
): Promise<void> => {
  const count = await transact(async (tx) => {
    const facts = await find(tx);
    for (const fact of facts) enqueue(tx, fact);
    return facts.length;
  });
  if (count === 0) return;
  metrics.jobsResumed.inc({ task: id }, count);
  log.warn({ task: id, count }, 'work whose job was lost goes on');
};

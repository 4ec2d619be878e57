import { sweepObjectsFrom } from '../../apps/server/src/features/evidence/sweep-objects-from.ts';
import { fillObjects } from '../../apps/server/src/testing/fill-objects.ts';
import { seedOrganisation } from '../../apps/server/src/testing/seed-organisation.ts';
import { inMs, perSecond, type Finding } from '../finding.ts';
import type { BenchDatabase } from '../open-bench-world.ts';

const DAYS_MS = 3 * 86_400_000;
/** One object of so many is an orphan. */
const ORPHANS = 20;

/** The sweep of a folder of old objects, all of one organisation, which is the largest folder of names that it meets. */
export const measureSweep = async (
  { context, databaseUrl }: BenchDatabase,
  count: number,
): Promise<Finding[]> => {
  const { organisationId } = await seedOrganisation(context);
  const at = new Date(context.clock.now().getTime() - DAYS_MS);
  console.error(`filling a folder with ${count} objects …`);
  const folder = await fillObjects(context, { databaseUrl, organisationId, count, at, orphanEach: ORPHANS });
  console.error('sweeping …');
  const idleBytes = process.memoryUsage().rss;
  const steps: number[] = [];
  const swept = { seen: 0, deleted: 0 };
  let peakBytes = 0;
  const beganMs = performance.now();
  for (let after: string | undefined = ''; after !== undefined;) {
    const stepMs = performance.now();
    const step = await sweepObjectsFrom(context, after);
    steps.push(performance.now() - stepMs);
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
    swept.seen += step.seen;
    swept.deleted += step.deleted;
    after = step.next;
  }
  const tookMs = performance.now() - beganMs;
  folder.remove();
  const orphans = Math.floor(count / ORPHANS);
  return [
    {
      what: `objects in a folder of ${count}, one of ${ORPHANS} an orphan: looked at in steps of 5000 or 10 s`,
      result: perSecond((1000 * swept.seen) / tookMs),
      limit: '',
      holds: null,
    },
    {
      what: `objects: the slowest of ${steps.length} steps`,
      result: inMs(Math.max(...steps)),
      limit: '15 s',
      holds: Math.max(...steps) <= 15_000,
    },
    {
      what: 'objects: looked at, deleted',
      result: `${swept.seen}, ${swept.deleted}`,
      limit: `${count}, ${orphans}`,
      holds: swept.seen === count && swept.deleted === orphans,
    },
    {
      what: 'objects: memory of the process before, at most',
      result: [idleBytes, peakBytes].map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`).join(', '),
      limit: '',
      holds: null,
    },
  ];
};

import { sweepObjectsFrom } from '../features/evidence/sweep-objects.job.ts';
import { sweepAbandonedUploads, sweepUploads } from '../features/uploads/sweep-uploads.job.ts';
import type { Context } from '../context.ts';
import { createUploadStore } from '../platform/object-store/create-upload-store.ts';

const DAYS_MS = 72 * 3_600_000;

/** Runs the sweeps as they would run later; gives the remaining keys that no row names. */
export const runSweeps = async ({ context }: { context: Context }): Promise<string[]> => {
  for (const sweep of [sweepUploads, sweepAbandonedUploads]) await sweep.run(laterBy(context, DAYS_MS), {});
  // Not by jobs: a worker of the test's would take them, by whose clock nothing is old.
  for (let after: string | undefined = ''; after !== undefined;)
    after = (await sweepObjectsFrom(laterBy(context, DAYS_MS), after)).next;
  const rows = await context.database.prisma.evidence.findMany({ include: { derivatives: true } });
  const reports = await context.database.prisma.report.findMany({ where: { status: 'ready' } });
  const named = new Set([
    ...reports.map(({ organisation_id, id, sha256 }) => `${organisation_id}/${id}/${sha256}`),
    ...rows.flatMap((row) =>
      [row, ...row.derivatives].map(({ sha256 }) => `${row.organisation_id}/${row.id}/${sha256}`),
    ),
  ]);
  const left: string[] = [];
  for await (const { key } of context.objects.list('')) if (!named.has(key)) left.push(key);
  return left;
};

const laterBy = (context: Context, ms: number): Context => {
  const clock = { now: () => new Date(context.clock.now().getTime() + ms) };
  return { ...context, clock, uploads: createUploadStore({ objects: context.objects, clock }) };
};

import { sweepObjects } from '../features/evidence/sweep-objects.job.ts';
import { sweepUploads } from '../features/uploads/sweep-uploads.job.ts';
import type { Context } from '../context.ts';
import { createUploadStore } from '../platform/object-store/create-upload-store.ts';

const DAYS_MS = 72 * 3_600_000;

/** Runs the sweeps of evidence as they would run later; answers the keys of what is left that no row names. */
export const runSweeps = async ({ context }: { context: Context }): Promise<string[]> => {
  await sweepUploads.run(laterBy(context, DAYS_MS), {});
  await sweepObjects.run(laterBy(context, DAYS_MS), {});
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

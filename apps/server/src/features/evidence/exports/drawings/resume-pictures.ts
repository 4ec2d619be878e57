import { Prisma } from '#prisma';
import { defineJob, enqueueJob } from '../../../../platform/jobs/define-job.ts';
import { hasNoJob } from '../../../../platform/jobs/has-no-job.ts';
import { RESUMED_AT_ONCE, resumeJobs, type ResumeContext } from '../../../../platform/jobs/resume-jobs.ts';
import { pictureDrawingJob } from '../record-evidence.ts';
import type { Context } from '../../../../context.ts';
import { storeDrawingExport } from './store-drawing-export.ts';

/** A failure costs only the picture. */
export const pictureDrawing = defineJob({
  ...pictureDrawingJob,
  run: async (context: Context, { organisation_id, evidence_id }) => {
    const row = await context.database.prisma.evidence.findUnique({
      where: { organisation_id_id: { organisation_id, id: evidence_id } },
    });
    if (row?.erased_at === null) await storeDrawingExport(context, row, 'display');
  },
});

/** Pictures of older drawings are made at their first use. */
const MADE_AHEAD_FOR_MS = 86_400_000;

export const resumePictures = (context: ResumeContext): Promise<void> =>
  resumeJobs(context, pictureDrawingJob, {
    // The type is a literal in the statement, so that its index can be used.
    find: ({ db, now }) => db.$queryRaw<{ organisation_id: string; id: string }[]>`
      select e.organisation_id, e.id
      from evidence e
      where e.mime = 'application/json' and e.status = 'ready' and e.erased_at is null
        and e.created_at > ${new Date(now.getTime() - MADE_AHEAD_FOR_MS)}
        and not exists (
          select from evidence_derivatives d
          where d.organisation_id = e.organisation_id and d.evidence_id = e.id and d.variant = 'display'
        )
        and ${hasNoJob(pictureDrawingJob, Prisma.sql`e.id`)}
      order by e.created_at
      limit ${RESUMED_AT_ONCE}
    `,
    enqueue: (tx, { organisation_id, id }) =>
      enqueueJob(tx, pictureDrawingJob, { payload: { organisation_id, evidence_id: id }, key: id }),
  });

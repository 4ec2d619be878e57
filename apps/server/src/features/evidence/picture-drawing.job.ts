import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { pictureDrawingJob } from './exports/record-evidence.ts';
import { storeDrawingExport } from './exports/drawings/store-drawing-export.ts';

/** Makes the picture of a drawing once. One that can't be made costs nothing but the picture. */
export const pictureDrawing = defineJob({
  ...pictureDrawingJob,
  run: async (context: Context, { organisation_id, evidence_id }) => {
    const row = await context.database.prisma.evidence.findUnique({
      where: { organisation_id_id: { organisation_id, id: evidence_id } },
    });
    if (row?.erased_at === null) await storeDrawingExport(context, row, 'display');
  },
});

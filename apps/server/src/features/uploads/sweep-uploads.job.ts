import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { endUpload } from './exports/end-uploads.ts';
import { settleLeftRooms } from './settle-left-rooms.ts';

/** A phone may be without a network for a day. */
export const ABANDONED_AFTER_MS = 86_400_000;

/** An upload younger than this is left to its own requests. */
const IN_HAND_MS = 60_000;

const BATCH = 500;

/**
 * Ends the uploads that no request ends: one that is complete, whose request died, is finished; one that was
 * begun a day ago ends either way. What room an ended one still takes is settled.
 */
export const sweepUploads = defineJob({
  id: 'sweep-uploads',
  payload: CrontabPayload,
  run: (context: Context) => runEach(context, 'sweep-uploads', [endOpenUploads, settleLeftRooms]),
});

const endOpenUploads = async (context: Context): Promise<void> => {
  const now = context.clock.now().getTime();
  for await (const upload of listOpenUploads(context, new Date(now - IN_HAND_MS))) {
    const { organisation_id: organisationId, id: evidenceId, kind, created_at } = upload;
    const isOver = created_at.getTime() < now - ABANDONED_AFTER_MS;
    await endUpload(context, { organisationId, evidenceId, kind }, { isOver });
  }
};

// Batch by batch: however many stand still, each of them is looked at.
async function* listOpenUploads({ database }: Pick<Context, 'database'>, before: Date) {
  let lastId: string | undefined;
  for (;;) {
    const batch = await database.prisma.evidence.findMany({
      where: { status: 'uploading', created_at: { lt: before }, ...(lastId ? { id: { gt: lastId } } : {}) },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { organisation_id: true, id: true, kind: true, created_at: true },
    });
    yield* batch;
    if (batch.length < BATCH) return;
    lastId = batch.at(-1)!.id;
  }
}

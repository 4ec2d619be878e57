import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { admitCapture } from '../../evidence/exports/admit-capture.ts';
import type { EvidenceRow } from '../../evidence/exports/evidence-view.ts';
import { recordCapture } from '../../evidence/exports/record-capture.ts';

export const remuxRecordingJob = declareJob({
  id: 'remux-recording',
  payload: z.object({ organisation_id: z.string(), evidence_id: z.string() }),
});

/** Writes down a recording whose bytes are kept: evidence from now on, and ready once it is processed. */
export const recordRecording = (
  context: Pick<Context, 'transact' | 'random' | 'ids'>,
  { row, kept }: { row: EvidenceRow; kept: { sha256: string; byte_size: number } },
): Promise<EvidenceRow> =>
  context.transact(async (tx) => {
    const { organisation_id, id, session_id } = row;
    const session = await admitCapture(
      tx,
      { organisationId: organisation_id, sessionId: session_id },
      { begun: 'before', wantsCamera: false },
    );
    const where = { organisation_id_id: { organisation_id, id } };
    const current = await tx.db.evidence.findUniqueOrThrow({ where });
    if (current.status !== 'uploading') return current;
    const received = await tx.db.evidence.update({
      where,
      data: {
        status: 'pending',
        sha256: kept.sha256,
        byte_size: kept.byte_size,
        received_at: tx.now,
        updated_at: tx.now,
      },
    });
    recordCapture(context, tx, { session, row: received });
    enqueueJob(tx, remuxRecordingJob, { payload: { organisation_id, evidence_id: id }, key: id });
    return received;
  });

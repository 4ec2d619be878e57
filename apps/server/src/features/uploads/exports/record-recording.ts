import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { restOn } from '../../../platform/database/right-lock.ts';
import type { Right } from '../../../platform/database/effects.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { judgeLocation } from '../../evidence/exports/judge-location.ts';
import { lockForCapture } from '../../evidence/exports/lock-for-capture.ts';
import type { EvidenceRow } from '../../evidence/exports/evidence-view.ts';
import { recordCapture } from '../../evidence/exports/record-evidence.ts';
import { locationColumns } from '../../evidence/exports/record-photo.ts';
import { settleUpload } from '../../quotas/exports/take-quota.ts';
import { planFreeze } from '../../sessions/exports/plan-freeze.ts';

export const remuxRecordingJob = declareJob({
  id: 'remux-recording',
  payload: z.object({ organisation_id: z.string(), evidence_id: z.string() }),
});

export type StoredRecording = {
  sha256: string;
  received_sha256: string;
  byte_size: number;
  keepsLocation: boolean;
};

/**
 * Records a recording with stored bytes. It is evidence from now on, and ready once a job has processed it.
 *
 * @throws {LocationWithdrawnError} for bytes that were stored with a location that may not be kept
 */
export const recordRecording = (
  context: Pick<Context, 'transact' | 'random' | 'ids' | 'config'>,
  { row, right, stored }: { row: EvidenceRow; right: Right | null; stored: StoredRecording },
): Promise<EvidenceRow> =>
  context.transact(
    async (tx) => {
      await restOn(tx, right);
      const { organisation_id, id, session_id } = row;
      const session = await lockForCapture(
        tx,
        { organisationId: organisation_id, sessionId: session_id },
        'before',
      );
      const where = { organisation_id_id: { organisation_id, id } };
      const current = await tx.db.evidence.findUniqueOrThrow({ where });
      if (current.status !== 'uploading') return current;
      judgeLocation(stored, current, session.consent_gps);
      const received = await tx.db.evidence.update({
        where,
        data: {
          status: 'pending',
          sha256: stored.sha256,
          received_sha256: stored.received_sha256,
          ...(stored.keepsLocation ? {} : locationColumns(null)),
          byte_size: stored.byte_size,
          reserved_bytes: null,
          received_at: tx.now,
          updated_at: tx.now,
        },
      });
      settleUpload(tx, current, stored);
      recordCapture(context, tx, { session, row: received });
      enqueueJob(tx, remuxRecordingJob, { payload: { organisation_id, evidence_id: id }, key: id });
      planFreeze(context, tx, session);
      return received;
    },
    { sharedBy: { organisationId: row.organisation_id, sessionId: row.session_id } },
  );

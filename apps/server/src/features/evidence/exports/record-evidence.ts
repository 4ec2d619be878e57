import type { CanonicalValue } from '@field-inspection/evidence';
import { factOfCapture, isPicture } from '@field-inspection/rules';
import { z } from 'zod';
import type { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { FieldCaller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { appendEntry } from '../../audit/exports/append-entry.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { takeQuota } from '../../quotas/exports/take-quota.ts';
import { viewSession, type SessionRow } from '../../sessions/exports/session-view.ts';
import { viewEvidence, type EvidenceRow } from './evidence-view.ts';
import { DRAWING_MIME } from './name-object.ts';

type RecordContext = Pick<Context, 'random' | 'ids'>;
type Personal = Record<string, CanonicalValue>;
type OwnColumns =
  'organisation_id' | 'id' | 'session_id' | 'participant_id' | 'status' | 'created_at' | 'updated_at';

/** The drawing's sender does not wait for its picture. */
export const pictureDrawingJob = declareJob({
  id: 'picture-drawing',
  payload: z.object({ organisation_id: z.string(), evidence_id: z.string() }),
});

/**
 * Records evidence that came in one request: its row, ready at once, the quota that it takes, its entry
 * in the chain and its events.
 *
 * @throws {Refusal} quota_reached, with the transaction's last statement
 */
export const recordEvidence = async (
  context: RecordContext,
  tx: Tx,
  {
    caller: { organisationId, participantId },
    session,
    evidenceId,
    columns,
    personal = {},
  }: {
    caller: FieldCaller;
    session: SessionRow;
    evidenceId: string;
    columns: Omit<Prisma.EvidenceUncheckedCreateInput, OwnColumns>;
    personal?: Personal;
  },
): Promise<EvidenceRow> => {
  const row = await tx.db.evidence.create({
    data: {
      ...columns,
      organisation_id: organisationId,
      id: evidenceId,
      session_id: session.id,
      participant_id: participantId,
      status: 'ready',
      received_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
  });
  takeQuota(tx, { organisationId, sessionId: session.id }, { items: 1, bytes: Number(row.byte_size) });
  recordCapture(context, tx, { session, row, personal });
  if (row.mime === DRAWING_MIME) {
    const payload = { organisation_id: organisationId, evidence_id: evidenceId };
    enqueueJob(tx, pictureDrawingJob, { payload, key: evidenceId });
  }
  return row;
};

export const recordCapture = (
  context: RecordContext,
  tx: Tx,
  { session, row, personal = {} }: { session: SessionRow; row: EvidenceRow; personal?: Personal },
): void => {
  const { organisation_id: organisationId, session_id: sessionId } = row;
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    ...factOfCapture(row, { ...describePersonal(row), ...personal }),
  });
  const evidence = viewEvidence(row);
  if (isPicture(row)) {
    publishEvent(context, tx, {
      organisationId,
      type: 'session.evidence.captured',
      // The session's chain is open, so no report was asked for yet.
      data: { ...viewSession({ ...session, report: null }), evidence },
      sessionId,
    });
  }
  publishEvent(context, tx, { organisationId, type: 'evidence.created', data: evidence, sessionId });
};

const describePersonal = ({ lat_e7, lon_e7, accuracy_cm }: EvidenceRow): Personal =>
  lat_e7 === null ? {} : { gps: { lat_e7, lon_e7, accuracy_cm } };

import type { CreatePhotoQuery, Evidence } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockForCapture } from './exports/lock-for-capture.ts';
import { viewEvidence } from './exports/evidence-view.ts';
import type { ProcessedPhoto } from './exports/process-photo.ts';
import { photoColumns } from './exports/photo-columns.ts';
import { recordCapture } from './exports/record-capture.ts';

/** Records a photo that came in one request and is processed already: ready at once. */
export const createPhoto = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  {
    caller: { organisationId, sessionId, participantId },
    evidenceId,
    photo,
    query,
  }: {
    caller: FieldCaller;
    evidenceId: string;
    photo: ProcessedPhoto;
    query: z.output<typeof CreatePhotoQuery>;
  },
): Promise<Evidence> => {
  const session = await lockForCapture(
    tx,
    { organisationId, sessionId },
    { begun: 'now', wantsCamera: true },
  );
  const row = await tx.db.evidence.create({
    data: {
      organisation_id: organisationId,
      id: evidenceId,
      session_id: sessionId,
      participant_id: participantId,
      kind: 'photo',
      created_at: tx.now,
      ...photoColumns({ photo, announced: query, session, now: tx.now }),
    },
  });
  recordCapture(context, tx, { session, row });
  return viewEvidence(row);
};

import type { CreateAnnotationBody, Evidence } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockForCapture } from './exports/lock-for-capture.ts';
import { viewEvidence } from './exports/evidence-view.ts';
import { DRAWING_MIME, type StoredDrawing } from './exports/store-drawing.ts';
import { recordCapture } from './exports/record-capture.ts';

/** Records a drawing on a photo of the session. It is evidence of its own; the photo stays as it is. */
export const createAnnotation = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  {
    caller: { organisationId, sessionId, participantId },
    evidenceId,
    drawing: { width, height, ...stored },
    body,
  }: {
    caller: FieldCaller;
    evidenceId: string;
    drawing: StoredDrawing;
    body: z.output<typeof CreateAnnotationBody>;
  },
): Promise<Evidence> => {
  const key = { organisationId, sessionId };
  const session = await lockForCapture(tx, key, { begun: 'now', wantsCamera: false });
  await requirePhoto(tx, { ...key, photoId: body.evidence });
  const row = await tx.db.evidence.create({
    data: {
      organisation_id: organisationId,
      id: evidenceId,
      session_id: sessionId,
      participant_id: participantId,
      kind: 'annotation',
      status: 'ready',
      mime: DRAWING_MIME,
      annotates: body.evidence,
      captured_at: body.captured_at ? new Date(body.captured_at) : null,
      received_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
      width,
      height,
      ...stored,
    },
  });
  recordCapture(context, tx, { session, row });
  return viewEvidence(row);
};

const requirePhoto = async (
  tx: Tx,
  { organisationId, sessionId, photoId }: { organisationId: string; sessionId: string; photoId: string },
): Promise<void> => {
  const photo = await tx.db.evidence.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: photoId } },
  });
  if (photo?.session_id !== sessionId || photo.kind !== 'photo') {
    throw new ApiError('not_found', 'There is no such photo in this session.');
  }
  if (photo.status !== 'ready') {
    throw new ApiError(
      'evidence_not_ready',
      `The photo is ${photo.status}; only one that is ready can be annotated.`,
    );
  }
};

import type { CreateAnnotationBody, Evidence } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import type { StoredDrawing } from './exports/drawings/write-drawing.ts';
import { viewEvidence } from './exports/evidence-view.ts';
import { lockForCapture } from './exports/lock-for-capture.ts';
import { recordEvidence } from './exports/record-evidence.ts';
import { DRAWING_MIME } from './exports/extension-of.ts';

/** Records a drawing on a photo of the session. It is evidence of its own; the photo stays as it is. */
export const createAnnotation = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  {
    caller,
    evidenceId,
    drawing,
    body,
  }: {
    caller: FieldCaller;
    evidenceId: string;
    drawing: StoredDrawing;
    body: z.output<typeof CreateAnnotationBody>;
  },
): Promise<Evidence> => {
  const session = await lockForCapture(tx, caller, 'now');
  await requirePhoto(tx, { ...caller, photoId: body.evidence });
  const row = await recordEvidence(context, tx, {
    caller,
    session,
    evidenceId,
    columns: {
      kind: 'annotation',
      mime: DRAWING_MIME,
      annotates: body.evidence,
      captured_at: body.captured_at ? new Date(body.captured_at) : null,
      ...drawing,
    },
  });
  return viewEvidence(row);
};

const requirePhoto = async (
  tx: Tx,
  { organisationId, sessionId, photoId }: SessionKey & { photoId: string },
): Promise<void> => {
  const photo = await tx.db.evidence.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: photoId } },
  });
  if (photo?.session_id !== sessionId || photo.kind !== 'photo') {
    throw noSuch('photo', photoId);
  }
  if (photo.status !== 'ready') {
    throw new ApiError(
      'evidence_not_ready',
      `The photo is ${photo.status}; only one that is ready can be annotated.`,
    );
  }
};

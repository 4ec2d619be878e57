import type { CreateAnnotationBody, CreateSignatureBody, Evidence } from '@field-inspection/contract';
import type { z } from 'zod';
import { Refusal, noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Reply } from '../../http/kept-reply.ts';
import { created } from '../../http/reply.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { type DrawingCall, type DrawnEvidence, writeDrawing } from './exports/drawings/write-drawing.ts';
import { viewEvidence } from './exports/evidence-view.ts';
import { lockForCapture } from './exports/lock-for-capture.ts';
import { recordEvidence } from './exports/record-evidence.ts';
import { DRAWING_MIME } from './exports/name-object.ts';

export const recordDrawing = (
  context: Context,
  call: DrawingCall,
  record: (tx: Tx, drawn: DrawnEvidence) => Promise<Evidence>,
): Promise<Reply<201, Evidence>> =>
  writeDrawing(context, call, {
    record: async (tx, drawn) => created(await record(tx, drawn)),
    named: ({ id }) => ({ id }),
  });

export const createAnnotation = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  { caller, evidenceId, drawing, body }: DrawnEvidence & { body: z.output<typeof CreateAnnotationBody> },
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
    throw new Refusal(
      'evidence_not_ready',
      `The photo is ${photo.status}; only one that is ready can be annotated.`,
    );
  }
};

/**
 * The name and the statement are personal: the chain commits to them, and only disclosures keep them, so that redaction
 * deletes them in one place (readSignatures gives them).
 */
export const createSignature = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  { caller, evidenceId, drawing, body }: DrawnEvidence & { body: z.output<typeof CreateSignatureBody> },
): Promise<Evidence> => {
  const { name, statement, locale, captured_at } = body;
  const session = await lockForCapture(tx, caller, 'now');
  const row = await recordEvidence(context, tx, {
    caller,
    session,
    evidenceId,
    columns: {
      kind: 'signature',
      mime: DRAWING_MIME,
      captured_at: captured_at ? new Date(captured_at) : null,
      ...drawing,
    },
    personal: { name, statement: { text: statement, locale } },
  });
  return viewEvidence(row);
};

import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { DRAWING_MIME, type StoredDrawing } from '../evidence/exports/store-drawing.ts';
import { recordCapture } from '../evidence/exports/record-capture.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';
import type { WhiteboardRow } from './whiteboard-view.ts';

/** Writes down a version of a whiteboard as the evidence that it is. */
export const recordVersion = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  {
    caller,
    session,
    whiteboard,
    evidenceId,
    drawing,
  }: {
    caller: FieldCaller;
    session: SessionRow;
    whiteboard: WhiteboardRow;
    evidenceId: string;
    drawing: StoredDrawing;
  },
): Promise<void> => {
  const row = await tx.db.evidence.create({
    data: {
      organisation_id: caller.organisationId,
      id: evidenceId,
      session_id: caller.sessionId,
      participant_id: caller.participantId,
      kind: 'whiteboard',
      status: 'ready',
      mime: DRAWING_MIME,
      whiteboard_id: whiteboard.id,
      version: whiteboard.version,
      received_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
      ...drawing,
    },
  });
  const { title } = whiteboard;
  recordCapture(context, tx, { session, row, personal: title === '' ? {} : { title } });
};

import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { StoredDrawing } from '../evidence/exports/drawings/write-drawing.ts';
import { recordEvidence } from '../evidence/exports/record-evidence.ts';
import { DRAWING_MIME } from '../evidence/exports/extension-of.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';
import type { WhiteboardRow } from './whiteboard-view.ts';

/** Records a version of a whiteboard as the evidence that it is. */
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
  const { id, version, title } = whiteboard;
  await recordEvidence(context, tx, {
    caller,
    session,
    evidenceId,
    columns: { kind: 'whiteboard', mime: DRAWING_MIME, whiteboard_id: id, version, ...drawing },
    personal: title === '' ? {} : { title },
  });
};

import type { Whiteboard } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { StoredDrawing } from '../evidence/exports/drawings/write-drawing.ts';
import { lockForCapture } from '../evidence/exports/lock-for-capture.ts';
import { recordVersion } from './record-version.ts';
import { viewWhiteboard } from './whiteboard-view.ts';

/** Starts a whiteboard with its first version. */
export const createWhiteboard = async (
  context: Pick<Context, 'random' | 'ids' | 'config'>,
  tx: Tx,
  {
    caller,
    evidenceId,
    drawing,
    title,
  }: { caller: FieldCaller; evidenceId: string; drawing: StoredDrawing; title: string },
): Promise<Whiteboard> => {
  const { organisationId, sessionId } = caller;
  const session = await lockForCapture(tx, caller, 'now');
  const whiteboard = await tx.db.whiteboard.create({
    data: {
      organisation_id: organisationId,
      id: context.ids.next(),
      session_id: sessionId,
      title,
      created_at: tx.now,
      updated_at: tx.now,
    },
  });
  await recordVersion(context, tx, { caller, session, whiteboard, evidenceId, drawing });
  return viewWhiteboard(context, whiteboard);
};

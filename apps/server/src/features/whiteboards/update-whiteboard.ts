import type { Whiteboard } from '@field-inspection/contract';
import { ApiError, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { StoredDrawing } from '../evidence/exports/drawings/write-drawing.ts';
import { lockForCapture } from '../evidence/exports/lock-for-capture.ts';
import { recordVersion } from './record-version.ts';
import { viewWhiteboard } from './whiteboard-view.ts';

/** Saves the version that follows the one the caller has seen; the session's lock makes two take turns. */
export const updateWhiteboard = async (
  context: Pick<Context, 'random' | 'ids' | 'config'>,
  tx: Tx,
  {
    caller,
    whiteboardId,
    evidenceId,
    drawing,
    body,
  }: {
    caller: FieldCaller;
    whiteboardId: string;
    evidenceId: string;
    drawing: StoredDrawing;
    body: { version: number; title?: string | undefined };
  },
): Promise<Whiteboard> => {
  const { organisationId, sessionId } = caller;
  const session = await lockForCapture(tx, caller, 'now');
  const where = { organisation_id_id: { organisation_id: organisationId, id: whiteboardId } };
  const current = await tx.db.whiteboard.findUnique({ where });
  if (current?.session_id !== sessionId) throw noSuch('whiteboard', whiteboardId);
  if (current.version !== body.version) {
    throw new ApiError(
      'version_conflict',
      `Version ${current.version} was saved meanwhile. Draw on it, and save with version ${current.version}.`,
    );
  }
  const whiteboard = await tx.db.whiteboard.update({
    where,
    data: {
      version: current.version + 1,
      updated_at: tx.now,
      ...(body.title === undefined ? {} : { title: body.title }),
    },
  });
  await recordVersion(context, tx, { caller, session, whiteboard, evidenceId, drawing });
  return viewWhiteboard(context, whiteboard);
};

import type { Whiteboard } from '@field-inspection/contract';
import { Refusal, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { StoredDrawing } from '../evidence/exports/drawings/write-drawing.ts';
import { DRAWING_MIME } from '../evidence/exports/name-object.ts';
import { lockForCapture } from '../evidence/exports/lock-for-capture.ts';
import { recordEvidence } from '../evidence/exports/record-evidence.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';
import { viewWhiteboard, type WhiteboardRow } from './whiteboard-view.ts';

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
    throw new Refusal(
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

// Records a version of a whiteboard as evidence.
const recordVersion = async (
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

import { contract, type Whiteboard } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { type DrawnEvidence, writeDrawing } from '../evidence/exports/drawings/write-drawing.ts';
import { Refusal, noSuch } from '../../refusals.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { DRAWING_MIME } from '../evidence/exports/name-object.ts';
import { lockForCapture } from '../evidence/exports/lock-for-capture.ts';
import { recordEvidence } from '../evidence/exports/record-evidence.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';
import { viewWhiteboard, type WhiteboardRow } from './whiteboard-view.ts';

export const fieldWhiteboardRoutes = (context: Context) =>
  implement(contract.fieldWhiteboards, {
    create: {
      reply: (call) =>
        writeDrawing(context, call, {
          named: nameVersion,
          record: async (tx, drawn) =>
            created(await createWhiteboard(context, tx, { ...drawn, title: call.body.title ?? '' })),
        }),
    },
    update: {
      reply: (call) =>
        writeDrawing(context, call, {
          named: nameVersion,
          record: async (tx, drawn) => {
            const { params, body } = call;
            const version = { ...drawn, whiteboardId: params.whiteboard_id, body };
            return ok(await updateWhiteboard(context, tx, version));
          },
        }),
    },
  });

const nameVersion = ({ id, version }: Whiteboard) => ({ whiteboard_id: id, version });

type RecordContext = Pick<Context, 'random' | 'ids' | 'config'>;

const createWhiteboard = async (
  context: RecordContext,
  tx: Tx,
  { title, ...drawn }: DrawnEvidence & { title: string },
): Promise<Whiteboard> => {
  const { caller } = drawn;
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
  await recordVersion(context, tx, { ...drawn, session, whiteboard });
  return viewWhiteboard(context, whiteboard);
};

type Update = { version: number; title?: string | undefined };

const updateWhiteboard = async (
  context: RecordContext,
  tx: Tx,
  { whiteboardId, body, ...drawn }: DrawnEvidence & { whiteboardId: string; body: Update },
): Promise<Whiteboard> => {
  const { caller } = drawn;
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
  await recordVersion(context, tx, { ...drawn, session, whiteboard });
  return viewWhiteboard(context, whiteboard);
};

type Version = DrawnEvidence & { session: SessionRow; whiteboard: WhiteboardRow };

const recordVersion = async (
  context: RecordContext,
  tx: Tx,
  { whiteboard: { id, version, title }, drawing, ...capture }: Version,
): Promise<void> => {
  await recordEvidence(context, tx, {
    ...capture,
    columns: { kind: 'whiteboard', mime: DRAWING_MIME, whiteboard_id: id, version, ...drawing },
    personal: title === '' ? {} : { title },
  });
};

import { contract, type Whiteboard } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { fieldCallerOf } from '../../http/request-state.ts';
import { writeDrawing } from '../evidence/exports/drawings/write-drawing.ts';
import { createWhiteboard, updateWhiteboard } from './write-whiteboard.ts';

export const fieldWhiteboardRoutes = (context: Context) =>
  initServer().router(contract.fieldWhiteboards, {
    create: ({ req, body }) => {
      const { key, ...version } = beginVersion(context, req);
      return writeDrawing(
        context,
        { req, body },
        {
          key,
          named: nameVersion,
          record: async (tx, drawing) => {
            const title = body.title ?? '';
            return created(await createWhiteboard(context, tx, { ...version, drawing, title }));
          },
        },
      );
    },
    update: ({ req, params: { whiteboard_id: whiteboardId }, body }) => {
      const { key, ...version } = beginVersion(context, req);
      return writeDrawing(
        context,
        { req, body },
        {
          key,
          named: nameVersion,
          record: async (tx, drawing) =>
            ok(await updateWhiteboard(context, tx, { ...version, whiteboardId, drawing, body })),
        },
      );
    },
  });

const nameVersion = ({ id, version }: Whiteboard) => ({ whiteboard_id: id, version });

const beginVersion = ({ ids }: Pick<Context, 'ids'>, req: object) => {
  const caller = fieldCallerOf(req);
  const evidenceId = ids.next();
  return { caller, evidenceId, key: { organisationId: caller.organisationId, evidenceId } };
};

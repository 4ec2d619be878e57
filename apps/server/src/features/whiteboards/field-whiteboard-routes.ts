import { contract, type Whiteboard } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { writeDrawing } from '../evidence/exports/drawings/write-drawing.ts';
import { createWhiteboard, updateWhiteboard } from './write-whiteboard.ts';

export const fieldWhiteboardRoutes = (context: Context) =>
  implement(contract.fieldWhiteboards, {
    create: {
      reply: ({ caller, req, body }) => {
        const { key, ...version } = beginVersion(context, caller);
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
    },
    update: {
      reply: ({ caller, req, params: { whiteboard_id: whiteboardId }, body }) => {
        const { key, ...version } = beginVersion(context, caller);
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
    },
  });

const nameVersion = ({ id, version }: Whiteboard) => ({ whiteboard_id: id, version });

const beginVersion = ({ ids }: Pick<Context, 'ids'>, caller: FieldCaller) => {
  const evidenceId = ids.next();
  return { caller, evidenceId, key: { organisationId: caller.organisationId, evidenceId } };
};

import { contract, type Drawing, type Evidence } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { fieldCallerOf, type FieldCaller } from '../../http/request-state.ts';
import type { Reply } from '../../http/kept-reply.ts';
import type { writeOnce } from '../../http/write-once.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { createAnnotation } from './create-annotation.ts';
import { createSignature } from './create-signature.ts';
import { writeDrawing, type StoredDrawing } from './exports/drawings/write-drawing.ts';
import { listEvidence } from './list-evidence.ts';
import { uploadPhoto } from './upload-photo.ts';

export const fieldEvidenceRoutes = (context: Context) =>
  initServer().router(contract.fieldEvidence, {
    list: async ({ req, query }) => {
      const { organisationId, sessionId, participantId } = fieldCallerOf(req);
      return ok(
        await listEvidence(context, {
          organisationId,
          sessionId,
          kind: undefined,
          withRecordings: false,
          viewer: { participantId },
          query,
        }),
      );
    },
    createPhoto: ({ req, query }) => uploadPhoto(context, { req, caller: fieldCallerOf(req), query }),
    createAnnotation: ({ req, body }) =>
      recordDrawing(context, { req, body }, (tx, stored) =>
        createAnnotation(context, tx, { ...stored, body }),
      ),
    createSignature: ({ req, body }) =>
      recordDrawing(context, { req, body }, (tx, stored) =>
        createSignature(context, tx, { ...stored, body }),
      ),
  });

type DrawingRequest = {
  req: Parameters<typeof writeOnce>[1]['req'] & Parameters<typeof fieldCallerOf>[0];
  body: { drawing: Drawing };
};
type Stored = { caller: FieldCaller; evidenceId: string; drawing: StoredDrawing };

/** Stores the strokes of a request, and then records what they are. */
const recordDrawing = (
  context: Context,
  { req, body }: DrawingRequest,
  record: (tx: Tx, stored: Stored) => Promise<Evidence>,
): Promise<Reply<201, Evidence>> => {
  const caller = fieldCallerOf(req);
  const evidenceId = context.ids.next();
  const key = { organisationId: caller.organisationId, evidenceId };
  return writeDrawing(
    context,
    { req, body },
    {
      key,
      record: async (tx, drawing) => created(await record(tx, { caller, evidenceId, drawing })),
      named: ({ id }) => ({ id }),
    },
  );
};

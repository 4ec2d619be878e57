import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { fieldCallerOf } from '../../http/request-state.ts';
import { createAnnotation, createSignature, recordDrawing } from './create-drawings.ts';
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

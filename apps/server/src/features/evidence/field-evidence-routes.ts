import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { createAnnotation, createSignature, recordDrawing } from './create-drawings.ts';
import { listEvidence } from './list-evidence.ts';
import { uploadPhoto } from './upload-photo.ts';

export const fieldEvidenceRoutes = (context: Context) =>
  implement(contract.fieldEvidence, {
    list: ({ caller: { organisationId, sessionId, participantId }, query }) =>
      listEvidence(context, {
        organisationId,
        sessionId,
        kind: undefined,
        withRecordings: false,
        viewer: { participantId },
        query,
      }),
    createPhoto: { reply: (call) => uploadPhoto(context, call) },
    createAnnotation: {
      reply: (call) =>
        recordDrawing(context, call, (tx, drawn) =>
          createAnnotation(context, tx, { ...drawn, body: call.body }),
        ),
    },
    createSignature: {
      reply: (call) =>
        recordDrawing(context, call, (tx, drawn) =>
          createSignature(context, tx, { ...drawn, body: call.body }),
        ),
    },
  });

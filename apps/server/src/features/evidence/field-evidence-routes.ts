import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, ok } from '../../http/reply.ts';
import { fieldCallerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createAnnotation } from './create-annotation.ts';
import { createPhoto } from './create-photo.ts';
import { storeDrawing } from './exports/store-drawing.ts';
import { processPhoto } from './exports/process-photo.ts';
import { listEvidence } from './list-evidence.ts';
import { readDigest } from './read-digest.ts';
import { storePhoto } from './exports/store-photo.ts';

export const fieldEvidenceRoutes = (context: Context) =>
  initServer().router(contract.fieldEvidence, {
    list: async ({ req, query }) => {
      const { organisationId, sessionId } = fieldCallerOf(req);
      return ok(
        await listEvidence(context, {
          organisationId,
          sessionId,
          kind: undefined,
          withRecordings: false,
          query,
        }),
      );
    },
    createPhoto: async ({ req, query }) => {
      const caller = fieldCallerOf(req);
      const key = { organisationId: caller.organisationId, evidenceId: context.ids.next() };
      const announced = readDigest(req.headers['content-digest'] as string | undefined);
      // Leaving the body unread must not break the connection that the refusal goes over.
      const body = req.iterator({ destroyOnReturn: false });
      const original = await storePhoto(context, key, { body, announced });
      const mime = req.headers['content-type']!.split(';')[0]!.trim().toLowerCase();
      return writeOnce(
        context,
        { req, body: { ...query, sha256: original.sha256 } },
        {
          before: () => processPhoto(context, key, { original, mime }),
          run: async (tx, photo) =>
            created(await createPhoto(context, tx, { caller, evidenceId: key.evidenceId, photo, query })),
        },
      );
    },
    createAnnotation: ({ req, body }) => {
      const caller = fieldCallerOf(req);
      const key = { organisationId: caller.organisationId, evidenceId: context.ids.next() };
      return writeOnce(
        context,
        { req, body },
        {
          before: () => storeDrawing(context, key, body.drawing),
          run: async (tx, drawing) =>
            created(
              await createAnnotation(context, tx, { caller, evidenceId: key.evidenceId, drawing, body }),
            ),
        },
      );
    },
  });

import { contract, type Drawing, type Evidence } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { paceBody } from '../../http/bodies/pace-body.ts';
import { created } from '../../http/reply.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Reply, WriteRequest } from '../../http/kept-reply.ts';
import { rightOf } from '../../http/right-of.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { writeOnce } from '../../http/write-once.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameType, photoTypeOf } from '../../platform/describe-uploads.ts';
import { createAnnotation } from './create-annotation.ts';
import { createPhoto } from './create-photo.ts';
import { createSignature } from './create-signature.ts';
import { discardUnnamed } from './exports/discard-bytes.ts';
import { writeDrawing, type StoredDrawing } from './exports/drawings/write-drawing.ts';
import { redoWithoutPlace } from './exports/judge-place.ts';
import { requireWanted } from './exports/require-wanted.ts';
import { processPhoto } from './exports/process-photo.ts';
import { listEvidence } from './list-evidence.ts';
import { receivePhoto } from './receive-photo.ts';
import { storePhoto } from './exports/store-photo.ts';

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
    createPhoto: {
      reply: async ({ caller, req, query }) => {
        const { organisationId, sessionId } = caller;
        const key = { organisationId, sessionId, evidenceId: context.ids.next() };
        const announced = readDigest(req.headers['content-digest'] as string | undefined);
        const mime = photoTypeOf(nameType(req.headers['content-type']));
        const { evidenceId } = key;
        return receivePhoto(context, { req, caller, evidenceId, mime, slot: query.slot }, async (begun) => {
          const look = () => requireWanted(context, key, rightOf(caller));
          const body = paceBody(context, req, { organisationId, look });
          const original = await storePhoto(context, key, { body, announced });
          const request = { req, body: { ...query, sha256: original.sha256 } };
          const write = (keepsPlace: boolean) =>
            writeOnce(context, request, {
              before: () => processPhoto(context, key, { original, keepsPlace }),
              run: async (tx, photo) =>
                created(await createPhoto(context, tx, { caller, evidenceId, photo, query })),
            });
          const reply =
            'refusal' in begun
              ? await replayOrRefuse(context, request, begun.refusal)
              : await redoWithoutPlace(begun.keepsPlace, write);
          if (reply.body.id === evidenceId) await discardUnnamed(context, reply.body, [original]);
          return reply;
        });
      },
    },
    createAnnotation: {
      reply: ({ caller, req, body }) =>
        recordDrawing(context, { caller, req, body }, (tx, stored) =>
          createAnnotation(context, tx, { ...stored, body }),
        ),
    },
    createSignature: {
      reply: ({ caller, req, body }) =>
        recordDrawing(context, { caller, req, body }, (tx, stored) =>
          createSignature(context, tx, { ...stored, body }),
        ),
    },
  });

const replayOrRefuse = (
  context: Context,
  request: Parameters<typeof writeOnce>[1],
  refusal: ApiError,
): Promise<Reply<201, Evidence>> =>
  writeOnce(context, request, {
    run: () => Promise.reject(refusal),
  });

type DrawingRequest = { caller: FieldCaller; req: WriteRequest; body: { drawing: Drawing } };
type Stored = { caller: FieldCaller; evidenceId: string; drawing: StoredDrawing };

/** Stores the strokes of a request, and then records what they are. */
const recordDrawing = (
  context: Context,
  { caller, req, body }: DrawingRequest,
  record: (tx: Tx, stored: Stored) => Promise<Evidence>,
): Promise<Reply<201, Evidence>> => {
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

/**
 * The SHA-256 that a Content-Digest announces (RFC 9530), in hexadecimal; undefined without one.
 *
 * @throws {ApiError} validation_error for a field that holds no sha-256
 */
const readDigest = (field: string | undefined): string | undefined => {
  if (field === undefined) return undefined;
  // Of a member that comes twice the last one counts (RFC 8941, section 4.2.2).
  const member = field.split(',').findLast((each) => /^\s*sha-256\s*(?:[=;]|$)/.test(each));
  const encoded = /^\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:;|$)/.exec(member ?? '')?.[1];
  if (encoded) return Buffer.from(encoded, 'base64').toString('hex');
  const message = 'must hold sha-256=:…:, the digest in base64 (RFC 9530)';
  throw new ApiError('validation_error', `header.content-digest: ${message}`, {
    errors: [{ path: 'header.content-digest', code: 'invalid_format', message }],
  });
};

import { MAX_PHOTO_BYTES, type Evidence } from '@field-inspection/contract';
import { invalidParts } from '@field-inspection/rules';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { paceBody } from '../../http/bodies/pace-body.ts';
import type { Reply } from '../../http/kept-reply.ts';
import { created } from '../../http/reply.ts';
import { rightOf } from '../../http/right-of.ts';
import { writeOnce } from '../../http/write-once.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { StoredContent } from '../../platform/object-store/object-store.ts';
import { nameType, photoTypeOf } from '../../platform/describe-uploads.ts';
import { beginPhoto, forgetPhoto, type BegunPhoto, type Photo, type PhotoCall } from './begin-photo.ts';
import { discardUnnamed } from './exports/discard-bytes.ts';
import { viewEvidence, type EvidenceRow } from './exports/evidence-view.ts';
import { redoWithoutLocation } from './exports/judge-location.ts';
import { processPhoto, type ProcessedPhoto } from './exports/process-photo.ts';
import { recordPhoto } from './exports/record-photo.ts';
import { requireWanted, withdrawn } from './exports/require-wanted.ts';
import { storePhoto } from './exports/store-photo.ts';

/**
 * The row and the quota are taken before the body is read: if the session ends meanwhile, the chain waits for the photo
 * as for any upload. A refused or repeated call leaves no row and no bytes.
 */
export const uploadPhoto = async (context: Context, call: PhotoCall): Promise<Reply<201, Evidence>> => {
  const photo = announcePhoto(context, call);
  const begun = await beginPhoto(context, photo);
  let reply: Reply<201, Evidence> | undefined;
  try {
    const body = readInTurn(context, photo);
    const original = await storePhoto(context, photo, { body, announced: photo.announced });
    reply = await processAndRecord(context, photo, { begun, original });
    if (isOf(photo, reply)) await discardUnnamed(context, reply.body, [original]);
    return reply;
  } finally {
    if (!isOf(photo, reply)) await forgetPhoto(context, photo, begun);
  }
};

const announcePhoto = (context: Pick<Context, 'ids'>, { req, caller, query }: PhotoCall): Photo => {
  const { 'content-digest': digest, 'content-type': type, 'content-length': length } = req.headers;
  return {
    req,
    caller,
    query,
    organisationId: caller.organisationId,
    sessionId: caller.sessionId,
    evidenceId: context.ids.next(),
    announced: readDigest(digest as string | undefined),
    mime: photoTypeOf(nameType(type)),
    // Node reads at most the Content-Length of a body.
    bytes: Number(length ?? MAX_PHOTO_BYTES),
  };
};

const readInTurn = (context: Context, photo: Photo): AsyncIterable<Uint8Array> => {
  const { req, caller, organisationId } = photo;
  const look = () => requireWanted(context, photo, rightOf(caller));
  return paceBody(context, req, { organisationId, look });
};

/** Once per Idempotency-Key: a refused photo gets the kept reply, or the refusal. */
const processAndRecord = (
  context: Context,
  photo: Photo,
  { begun, original }: { begun: BegunPhoto; original: StoredContent },
): Promise<Reply<201, Evidence>> => {
  const request = { req: photo.req, body: { ...photo.query, sha256: original.sha256 } };
  if ('refusal' in begun) return writeOnce(context, request, { run: () => Promise.reject(begun.refusal) });
  return redoWithoutLocation(begun.keepsLocation, (keepsLocation) =>
    writeOnce(context, request, {
      before: () => processPhoto(context, photo, { original, keepsLocation }),
      run: async (tx, processed) => created(await recordInTime(context, tx, { photo, processed })),
    }),
  );
};

const recordInTime = async (
  context: Context,
  tx: Tx,
  { photo, processed }: { photo: Photo; processed: ProcessedPhoto },
): Promise<Evidence> => {
  const { caller: key, evidenceId, query: announced } = photo;
  const row = await recordPhoto(context, tx, { key, evidenceId, photo: processed, announced });
  if (row.status !== 'ready') throw tooLate(row);
  return viewEvidence(row);
};

// On the photo's way, consent may have been withdrawn and granted again, or the time for uploads may have ended.
const tooLate = (row: EvidenceRow): Refusal =>
  row.failure_code === 'consent_required'
    ? withdrawn(row)
    : new Refusal('session.already_ended', 'The session has ended, and the photo came too late.');

const isOf = <Given extends Reply<201, Evidence>>(
  { evidenceId }: Photo,
  reply: Given | undefined,
): reply is Given => reply?.body.id === evidenceId;

/**
 * Reads the SHA-256 that a Content-Digest announces (RFC 9530), in hexadecimal; undefined without one.
 *
 * @throws {Refusal} validation_error for a field that holds no sha-256
 */
const readDigest = (field: string | undefined): string | undefined => {
  if (field === undefined) return undefined;
  // If a member comes twice, the last counts (RFC 8941, section 4.2.2).
  const member = field.split(',').findLast((each) => /^\s*sha-256\s*(?:[=;]|$)/.test(each));
  const encoded = /^\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:;|$)/.exec(member ?? '')?.[1];
  if (encoded) return Buffer.from(encoded, 'base64').toString('hex');
  const message = 'must hold sha-256=:…:, the digest in base64 (RFC 9530)';
  throw invalidParts([{ path: 'header.content-digest', code: 'invalid_format', message }]);
};

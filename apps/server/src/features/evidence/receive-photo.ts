import { MAX_PHOTO_BYTES } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import {
  describeClaim,
  hasReply,
  keyInFlight,
  readKey,
  type Reply,
  type WriteRequest,
} from '../../http/kept-reply.ts';
import { rightOf } from '../../http/right-of.ts';
import { restOn } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { settleRoom, takeRoom } from '../quotas/exports/take-room.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { planFreeze } from '../sessions/exports/plan-freeze.ts';
import { discardBytes } from './exports/discard-bytes.ts';
import { lockForPhoto, requireSlot } from './exports/lock-for-capture.ts';

type ReceiveContext = Pick<Context, 'transact' | 'config' | 'clock' | 'database' | 'log' | 'objects'>;
type PhotoRequest = WriteRequest & { headers: { 'content-length'?: string | undefined } };
type Call = {
  req: PhotoRequest;
  caller: FieldCaller;
  evidenceId: string;
  mime: string;
  slot: string | undefined;
};

/** Whether the place stays in the photo, or why none is taken. */
export type BegunPhoto = { keepsPlace: boolean } | { refusal: ApiError };

/**
 * Receives a photo that comes in one request. Its row is there, and its room is taken, before its body is read: should
 * the session end meanwhile, its chain waits for it like for any upload. What is refused, or is a repeated call,
 * leaves no row and no bytes. What the session does not take is refused unread, unless a reply may be kept under its
 * key.
 *
 * @param receive reads and records it, or answers with the refusal or the reply that is kept
 */
export const receivePhoto = async <Status extends number, Body extends { id: string }>(
  context: ReceiveContext,
  call: Call,
  receive: (begun: BegunPhoto) => Promise<Reply<Status, Body>>,
): Promise<Reply<Status, Body>> => {
  // Node reads no more of a body than its Content-Length says.
  const bytes = Number(call.req.headers['content-length'] ?? MAX_PHOTO_BYTES);
  const begun = await beginPhoto(context, call, bytes);
  if ('refusal' in begun) await requireRepeatable(context, call, { bytes, refusal: begun.refusal });
  let recordedId: string | undefined;
  try {
    const reply = await receive(begun);
    recordedId = reply.body.id;
    return reply;
  } finally {
    if (recordedId !== call.evidenceId) {
      if ('keepsPlace' in begun) await forgetPhoto(context, call, bytes);
      const { organisationId } = call.caller;
      await discardBytes(context, { organisationId, evidenceId: call.evidenceId });
    }
  }
};

const beginPhoto = async (context: ReceiveContext, call: Call, bytes: number): Promise<BegunPhoto> => {
  const share = { sharedBy: call.caller };
  try {
    return await context.transact(async (tx) => {
      await restOn(tx, rightOf(call.caller));
      const { session, gps } = await lockForPhoto(tx, call.caller, 'now');
      requireSlot(session, call.slot, 'query.slot');
      const keepsPlace = gps === 'granted';
      tx.outcome.rows.evidence.push(describePhoto(tx, call, { bytes, keepsPlace }));
      takeRoom(tx, call.caller, { items: 1, bytes });
      return { keepsPlace };
    }, share);
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error };
    throw error;
  }
};

const describePhoto = (
  { now }: Pick<Tx, 'now'>,
  { caller, evidenceId, mime }: Call,
  { bytes, keepsPlace }: { bytes: number; keepsPlace: boolean },
): Prisma.EvidenceCreateManyInput => ({
  organisation_id: caller.organisationId,
  id: evidenceId,
  session_id: caller.sessionId,
  participant_id: caller.participantId,
  kind: 'photo',
  status: 'uploading',
  mime,
  reserved_bytes: bytes,
  keeps_place: keepsPlace,
  created_at: now,
  updated_at: now,
});

/** What is refused for these is refused unread: its reply is there already, or on its way, or there is none. */
const FINAL = ['consent_required', 'quota_reached', 'validation_error'];

// A photo that is on its way at the end may still be recorded, so that its key may get a reply yet. So may one that
// took the last room. Its row says nothing of its key: a repeated call has its type and its length.
const requireRepeatable = async (
  context: ReceiveContext,
  call: Call,
  { bytes, refusal }: { bytes: number; refusal: ApiError },
): Promise<void> => {
  const { req } = call;
  const key = readKey(req);
  if (key === undefined) throw refusal;
  if (!FINAL.includes(refusal.code)) return;
  // Before the reply is looked for: a photo is under way until its reply is kept.
  const isUnderWay = refusal.code === 'quota_reached' && (await hasLikeUnderWay(context, call, bytes));
  if (await hasReply(context, describeClaim({ key, req, body: null }))) return;
  throw isUnderWay ? keyInFlight() : refusal;
};

const hasLikeUnderWay = async (
  { database }: Pick<Context, 'database'>,
  { caller, mime }: Call,
  bytes: number,
): Promise<boolean> => {
  const { organisationId, sessionId, participantId } = caller;
  const like = {
    organisation_id: organisationId,
    session_id: sessionId,
    participant_id: participantId,
    kind: 'photo',
    status: 'uploading',
    mime,
    reserved_bytes: bytes,
  };
  return (await database.prisma.evidence.count({ where: like })) > 0;
};

// A row that can't be deleted now holds up nothing for long: it fails when the uploads of the session are over, or
// after a day. The answer to the device is what counts.
const forgetPhoto = async (
  context: ReceiveContext,
  { caller, evidenceId }: Call,
  bytes: number,
): Promise<void> => {
  try {
    await context.transact(
      async (tx) => {
        const session = await lockSessionRow(tx, caller);
        const { count } = await tx.db.evidence.deleteMany({
          where: { organisation_id: caller.organisationId, id: evidenceId, status: 'uploading' },
        });
        if (count > 0) settleRoom(tx, caller, { items: -1, bytes: -bytes });
        if (session) planFreeze(context, tx, session);
      },
      { sharedBy: caller },
    );
  } catch (error) {
    context.log.warn({ evidence_id: evidenceId, err: error }, 'photo not forgotten');
  }
};

import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import { describeClaim, hasReply, readKey, type Reply, type WriteRequest } from '../../http/kept-reply.ts';
import { ApiError } from '../../api-error.ts';
import { restOn } from '../../platform/database/right-lock.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { planFreeze } from '../sessions/exports/plan-freeze.ts';
import { lockForCapture } from './exports/lock-for-capture.ts';

type ReceiveContext = Pick<Context, 'transact' | 'config' | 'log' | 'database' | 'clock'>;
type Call = { caller: FieldCaller; evidenceId: string; mime: string; req: WriteRequest };

/** Whether the place stays in the photo, or why none is taken. */
export type BegunPhoto = { keepsPlace: boolean } | { refusal: ApiError };

/**
 * Receives a photo that comes in one request. Its row is there before its body is read: should the session end
 * meanwhile, its chain waits for it like for any upload. What is refused, or is a repeated call, leaves no row. What
 * the session does not take is refused unread, unless a reply may be kept under its key.
 *
 * @param receive reads and records it, or answers with the refusal or the reply that is kept
 */
export const receivePhoto = async <Status extends number, Body extends { id: string }>(
  context: ReceiveContext,
  call: Call,
  receive: (begun: BegunPhoto) => Promise<Reply<Status, Body>>,
): Promise<Reply<Status, Body>> => {
  const begun = await beginPhoto(context, call);
  if ('refusal' in begun) {
    if (await mayBeRepeated(context, call, begun.refusal)) return receive(begun);
    throw begun.refusal;
  }
  let recordedId: string | undefined;
  try {
    const reply = await receive(begun);
    recordedId = reply.body.id;
    return reply;
  } finally {
    if (recordedId !== call.evidenceId) await forgetPhoto(context, call);
  }
};

const beginPhoto = async (
  context: ReceiveContext,
  { caller, evidenceId, mime }: Call,
): Promise<BegunPhoto> => {
  try {
    return await context.transact(async (tx) => {
      await restOn(tx, rightOf(caller));
      const session = await lockForCapture(tx, caller, { begun: 'now', wantsCamera: true });
      const keepsPlace = session.consent_gps === 'granted';
      // With the right, in the one statement that judges it.
      tx.lastWrites.push({
        ctes: [
          Prisma.sql`begun as (
            insert into evidence (
              organisation_id, id, session_id, participant_id, kind, status, mime, keeps_place, created_at, updated_at
            )
            values (
              ${caller.organisationId}::uuid, ${evidenceId}::uuid, ${caller.sessionId}::uuid,
              ${caller.participantId}::uuid, 'photo', 'uploading', ${mime}, ${keepsPlace}, ${tx.now}, ${tx.now}
            )
          )`,
        ],
      });
      return { keepsPlace };
    });
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error };
    throw error;
  }
};

// A photo that is on its way at the end may still be recorded, so that its key may get a reply yet. One without
// consent is not: its reply is there already, or there is none.
const mayBeRepeated = async (context: ReceiveContext, { req }: Call, refusal: ApiError): Promise<boolean> => {
  const key = readKey(req);
  if (key === undefined) return false;
  return refusal.code !== 'consent_required' || hasReply(context, describeClaim({ key, req, body: null }));
};

// A row that can't be deleted now holds up nothing for long: it fails when the uploads of the session are over, or
// after a day. The answer to the device is what counts.
const forgetPhoto = async (context: ReceiveContext, { caller, evidenceId }: Call): Promise<void> => {
  try {
    await context.transact(async (tx) => {
      const session = await lockSessionRow(tx, caller);
      await tx.db.evidence.deleteMany({
        where: { organisation_id: caller.organisationId, id: evidenceId, status: 'uploading' },
      });
      if (session) await planFreeze(context, tx, session);
    });
  } catch (error) {
    context.log.warn({ evidence_id: evidenceId, err: error }, 'photo not forgotten');
  }
};

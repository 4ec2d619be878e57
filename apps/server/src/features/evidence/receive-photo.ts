import { MAX_PHOTO_BYTES } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { hasKeptReply, type Reply, type WriteRequest } from '../../http/kept-reply.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { settleRoom } from '../quotas/exports/settle-room.ts';
import { takeRoom } from '../quotas/exports/take-room.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { planFreeze } from '../sessions/exports/plan-freeze.ts';
import { discardBytes } from './exports/discard-bytes.ts';

type ReceiveContext = Pick<Context, 'transact' | 'config' | 'clock' | 'database' | 'log' | 'objects'>;
type Begun = { caller: FieldCaller; evidenceId: string; mime: string };
type PhotoRequest = WriteRequest & { headers: { 'content-length'?: string | undefined } };

/**
 * Receives a photo that comes in one request. Its row is there, and its room is taken, before its body is read: should
 * the session end meanwhile, its chain waits for it like for any upload. What is refused, or is a repeated call,
 * leaves no row and no bytes.
 *
 * @param receive reads and records it; hasBegun is false where the session takes no photo, which is to be answered
 */
export const receivePhoto = async <Status extends number, Body extends { id: string }>(
  context: ReceiveContext,
  { req, ...begun }: Begun & { req: PhotoRequest },
  receive: (hasBegun: boolean) => Promise<Reply<Status, Body>>,
): Promise<Reply<Status, Body>> => {
  // Node reads no more of a body than its Content-Length says.
  const bytes = Number(req.headers['content-length'] ?? MAX_PHOTO_BYTES);
  const hasBegun = await beginPhoto(context, begun, bytes).catch(async (error: unknown) => {
    // A repeated call is answered although there is no room left: it takes none.
    if (error instanceof ApiError && (await hasKeptReply(context, req))) return false;
    throw error;
  });
  let recordedId: string | undefined;
  try {
    const reply = await receive(hasBegun);
    recordedId = reply.body.id;
    return reply;
  } finally {
    if (recordedId !== begun.evidenceId) {
      if (hasBegun) await forgetPhoto(context, begun, bytes);
      await discardBytes(context, { organisationId: begun.caller.organisationId, ...begun });
    }
  }
};

const beginPhoto = (context: ReceiveContext, begun: Begun, bytes: number): Promise<boolean> =>
  context.transact(async (tx) => {
    const session = await lockSessionRow(tx, begun.caller);
    const isLive = session?.status === 'open' || session?.status === 'recording';
    if (!isLive || session.consent_camera !== 'granted') return false;
    insertPhoto(tx, begun, bytes);
    takeRoom(tx, begun.caller, { items: 1, bytes });
    return true;
  });

// Raw, and part of the last statement, which takes the room.
const insertPhoto = (tx: Tx, { caller, evidenceId, mime }: Begun, bytes: number): void => {
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`photo_begun as (
        insert into evidence (
          organisation_id, id, session_id, participant_id, kind, status, mime, reserved_bytes, created_at, updated_at
        )
        values (
          ${caller.organisationId}::uuid, ${evidenceId}::uuid, ${caller.sessionId}::uuid,
          ${caller.participantId}::uuid, 'photo', 'uploading', ${mime}, ${bytes}, ${tx.now}, ${tx.now}
        )
      )`,
    ],
  });
};

// A row that can't be deleted now holds up nothing for long: it fails when the uploads of the session are over, or
// after a day. The answer to the device is what counts.
const forgetPhoto = async (
  context: ReceiveContext,
  { caller, evidenceId }: Begun,
  bytes: number,
): Promise<void> => {
  try {
    await context.transact(async (tx) => {
      const session = await lockSessionRow(tx, caller);
      const { count } = await tx.db.evidence.deleteMany({
        where: { organisation_id: caller.organisationId, id: evidenceId, status: 'uploading' },
      });
      if (count > 0) settleRoom(tx, caller, { items: -1, bytes: -bytes });
      if (session) await planFreeze(context, tx, session);
    });
  } catch (error) {
    context.log.warn({ evidence_id: evidenceId, err: error }, 'photo not forgotten');
  }
};

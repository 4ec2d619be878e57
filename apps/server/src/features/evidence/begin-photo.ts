import type { IncomingMessage } from 'node:http';
import type { CreatePhotoQuery } from '@field-inspection/contract';
import { requireSlot } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Prisma } from '#prisma';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { describeClaim, hasReply, keyInFlight, readKey, type WriteRequest } from '../../http/kept-reply.ts';
import { rightOf } from '../../http/right-of.ts';
import { restOn } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { settleQuota, takeQuota } from '../quotas/exports/take-quota.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { planFreeze } from '../sessions/exports/plan-freeze.ts';
import { readShots } from '../sessions/exports/session-view.ts';
import { discardBytes } from './exports/discard-bytes.ts';
import { lockForPhoto } from './exports/lock-for-capture.ts';

type BeginContext = Pick<Context, 'transact' | 'config' | 'clock' | 'database' | 'log' | 'objects'>;

export type PhotoCall = {
  req: WriteRequest & IncomingMessage;
  caller: FieldCaller;
  query: z.output<typeof CreatePhotoQuery>;
};

export type Photo = PhotoCall & {
  organisationId: string;
  sessionId: string;
  evidenceId: string;
  mime: string;
  bytes: number;
  announced: string | undefined;
};

export type BegunPhoto = { keepsLocation: boolean } | { refusal: Refusal };

/** A photo that the session does not take is refused unread, unless a reply may be kept under its key. */
export const beginPhoto = async (context: BeginContext, photo: Photo): Promise<BegunPhoto> => {
  const { caller } = photo;
  try {
    return await context.transact(
      async (tx) => {
        await restOn(tx, rightOf(caller));
        const { session, gps } = await lockForPhoto(tx, caller, 'now');
        requireSlot(readShots(session), photo.query.slot, 'query.slot');
        const keepsLocation = gps === 'granted';
        tx.effects.rows.evidence.push(describePhoto(tx, photo, keepsLocation));
        takeQuota(tx, caller, { items: 1, bytes: photo.bytes });
        return { keepsLocation };
      },
      { sharedBy: caller },
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await requireRepeatable(context, photo, error);
    return { refusal: error };
  }
};

const describePhoto = (
  { now }: Pick<Tx, 'now'>,
  { caller, evidenceId, mime, bytes }: Photo,
  keepsLocation: boolean,
): Prisma.EvidenceCreateManyInput => ({
  organisation_id: caller.organisationId,
  id: evidenceId,
  session_id: caller.sessionId,
  participant_id: caller.participantId,
  kind: 'photo',
  status: 'uploading',
  mime,
  reserved_bytes: bytes,
  keeps_place: keepsLocation,
  created_at: now,
  updated_at: now,
});

/** Refusals with these codes need not be repeatable: the reply is kept already, or on its way, or there is none. */
const FINAL = ['consent_required', 'quota_reached', 'validation_error'];

// A photo under way at the session's end may still be recorded and give its key a reply. The row does not hold the key,
// so type and length tell a repeated call.
const requireRepeatable = async (context: BeginContext, photo: Photo, refusal: Refusal): Promise<void> => {
  const { req } = photo;
  const key = readKey(req);
  if (key === undefined) throw refusal;
  if (!FINAL.includes(refusal.code)) return;
  // Looked up before the reply: a photo is under way until its reply is kept.
  const isUnderWay = refusal.code === 'quota_reached' && (await hasLikeUnderWay(context, photo));
  if (await hasReply(context, describeClaim({ key, req, body: null }))) return;
  throw isUnderWay ? keyInFlight() : refusal;
};

const hasLikeUnderWay = async (
  { database }: Pick<Context, 'database'>,
  { caller: { organisationId, sessionId, participantId }, mime, bytes }: Photo,
): Promise<boolean> => {
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

export const forgetPhoto = async (context: BeginContext, photo: Photo, begun: BegunPhoto): Promise<void> => {
  if ('keepsLocation' in begun) await deleteRow(context, photo);
  await discardBytes(context, photo);
};

// A failed deletion holds nothing up: the row fails when the session's uploads are over, or after a day.
const deleteRow = async (context: BeginContext, { caller, evidenceId, bytes }: Photo): Promise<void> => {
  try {
    await context.transact(
      async (tx) => {
        const session = await lockSessionRow(tx, caller);
        const { count } = await tx.db.evidence.deleteMany({
          where: { organisation_id: caller.organisationId, id: evidenceId, status: 'uploading' },
        });
        if (count > 0) settleQuota(tx, caller, { items: -1, bytes: -bytes });
        if (session) planFreeze(context, tx, session);
      },
      { sharedBy: caller },
    );
  } catch (error) {
    context.log.warn({ evidence_id: evidenceId, err: error }, 'photo not forgotten');
  }
};

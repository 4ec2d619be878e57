import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import type { Reply } from '../../http/kept-reply.ts';
import { restOn } from '../../platform/database/right-lock.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { planFreeze } from '../sessions/exports/plan-freeze.ts';

type ReceiveContext = Pick<Context, 'transact' | 'config' | 'log'>;
type Begun = { caller: FieldCaller; evidenceId: string; mime: string };

/**
 * Receives a photo that comes in one request. Its row is there before its body is read: should the session end
 * meanwhile, its chain waits for it like for any upload. What is refused, or is a repeated call, leaves no row.
 *
 * @param receive reads and records it; hasBegun is false where the session takes no photo, which is to be answered
 */
export const receivePhoto = async <Status extends number, Body extends { id: string }>(
  context: ReceiveContext,
  begun: Begun,
  receive: (hasBegun: boolean) => Promise<Reply<Status, Body>>,
): Promise<Reply<Status, Body>> => {
  const hasBegun = await beginPhoto(context, begun);
  if (!hasBegun) return receive(false);
  let recordedId: string | undefined;
  try {
    const reply = await receive(true);
    recordedId = reply.body.id;
    return reply;
  } finally {
    if (recordedId !== begun.evidenceId) await forgetPhoto(context, begun);
  }
};

const beginPhoto = (context: ReceiveContext, { caller, evidenceId, mime }: Begun): Promise<boolean> =>
  context.transact(async (tx) => {
    await restOn(tx, rightOf(caller));
    const session = await lockSessionRow(tx, caller);
    const isLive = session?.status === 'open' || session?.status === 'recording';
    if (!isLive || session.consent_camera !== 'granted') return false;
    // With the right, in the one statement that judges it.
    tx.lastWrites.push({
      ctes: [
        Prisma.sql`begun as (
          insert into evidence
            (organisation_id, id, session_id, participant_id, kind, status, mime, created_at, updated_at)
          values (${caller.organisationId}::uuid, ${evidenceId}::uuid, ${caller.sessionId}::uuid,
            ${caller.participantId}::uuid, 'photo', 'uploading', ${mime}, ${tx.now}, ${tx.now})
        )`,
      ],
    });
    return true;
  });

// A row that can't be deleted now holds up nothing for long: it fails when the uploads of the session are over, or
// after a day. The answer to the device is what counts.
const forgetPhoto = async (context: ReceiveContext, { caller, evidenceId }: Begun): Promise<void> => {
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

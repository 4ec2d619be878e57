import { fieldUnauthenticated } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { endRight } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { closeRoom } from '../media/exports/close-room.ts';
import { viewInvite } from '../participants/exports/invite-view.ts';
import { hashLeftToken } from '../../platform/secrets/hash-token.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { publishEvent } from '../events/exports/publish-event.ts';

/**
 * Ends the token and its media token, and leaves the live room. The link still lets in. A device that has left already
 * gets only the reply that is kept under its key.
 */
export const leaveSession = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  caller: FieldCaller,
): Promise<void> => {
  const { organisationId, sessionId, participantId } = caller;
  if (caller.hasLeft) throw fieldUnauthenticated();
  await endRight(tx, { kind: 'participant', id: participantId });
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  if (!(await endToken(tx, caller))) return;
  const invite = await tx.db.participant.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: participantId } },
  });
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    kind: 'participant.left',
    payload: { participant_id: participantId },
  });
  closeRoom(tx, { sessionId, participantId });
  publishEvent(context, tx, {
    organisationId,
    type: 'participant.left',
    data: { ...viewSession(session), invite: viewInvite(invite, { now: tx.now, hasSessionEnded: false }) },
    sessionId,
  });
};

/**
 * Ends the device's living token; false if another call at once has ended it so. Raw: a token is alive by two columns
 * of two tables.
 *
 * @throws {Refusal} unauthenticated where its invite was revoked or reissued meanwhile
 */
const endToken = async (tx: Tx, { organisationId, tokenHash }: FieldCaller): Promise<boolean> => {
  const left = hashLeftToken(tokenHash);
  const ended = await tx.db.$executeRaw`
    update field_session_tokens f
    set token_hash = ${left}, left_at = ${tx.now}
    from participants p
    where f.token_hash = ${tokenHash} and p.organisation_id = ${organisationId}::uuid
      and p.organisation_id = f.organisation_id and p.id = f.participant_id
      and f.issue = p.issue and p.revoked_at is null
  `;
  if (ended > 0) return true;
  if (await tx.db.fieldSessionToken.findUnique({ where: { token_hash: left } })) return false;
  throw fieldUnauthenticated();
};

import { fieldUnauthenticated } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { closeRoom } from '../media/exports/close-room.ts';
import { viewInvite } from '../participants/exports/invite-view.ts';
import { hashLeftToken } from '../../platform/secrets/hash-token.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';
import { publishEvent } from '../events/exports/publish-event.ts';

/**
 * The field person leaves: the token is dead, and the place in the live room is free. The link still lets in. Who has
 * left already gets the reply that is kept under their key, and nothing else.
 */
export const leaveSession = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  { organisationId, sessionId, participantId, tokenHash, hasLeft }: FieldCaller,
): Promise<void> => {
  if (hasLeft) throw fieldUnauthenticated();
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  const { count } = await tx.db.fieldSessionToken.updateMany({
    where: { token_hash: tokenHash },
    data: { token_hash: hashLeftToken(tokenHash), left_at: tx.now },
  });
  tx.right = null; // The token was the right, and is gone.
  // Of two calls at once, the second finds the token gone.
  if (count === 0) return;
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

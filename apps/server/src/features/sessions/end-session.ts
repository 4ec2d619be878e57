import type { Session } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/transact.ts';
import { appendEntry, freezeChain } from '../audit/append-entry.ts';
import { closeRoom } from '../media/close-room.ts';
import { cancelMessages } from '../notifications/cancel-messages.ts';
import { lockSession, type SessionKey } from './lock-session.ts';
import { viewSession } from './session-view.ts';

/** Ends a session: closed at once, its chain frozen, its waiting messages stopped. Repeating it changes nothing. */
export const endSession = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { sessionId, organisationId, credentialId }: SessionKey & { credentialId: string },
): Promise<Session> => {
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'end');
  if (session.status === 'closed') return viewSession(session);
  const closed = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { status: 'closed', ended_at: tx.now, updated_at: tx.now },
  });
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    kind: 'session.ended',
    payload: { credential_id: credentialId, from_status: session.status, ended_at: tx.now.toISOString() },
  });
  freezeChain(context, tx, sessionId);
  closeRoom(tx, { sessionId });
  await cancelMessages(tx, { organisationId, sessionId });
  return viewSession(closed);
};

import type { Session } from '@field-inspection/contract';
import { endSession as decideEnd } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { closeRoom } from '../../media/exports/close-room.ts';
import { announceCancellation, cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { lockSession, type SessionKey } from './lock-session.ts';
import { planFreeze } from './plan-freeze.ts';
import { viewSession } from './session-view.ts';

/**
 * The one way to close a session: receivers are told, waiting messages stop. The chain is frozen and anchored at once,
 * unless uploads are under way: they have a while to finish. Repeating it changes nothing.
 */
export const endSession = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { sessionId, organisationId, ...actor }: SessionKey & Actor,
): Promise<Session> => {
  const { session } = await lockSession(tx, { organisationId, sessionId });
  const effects = decideEnd(session, { now: tx.now, actor: nameActor(actor) });
  if (!effects) return viewSession(session);
  const closed = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { ...effects.changes, updated_at: tx.now },
  });
  for (const fact of effects.facts) appendEntry(context, tx, { organisationId, sessionId, ...fact });
  planFreeze(context, tx, closed);
  closeRoom(tx, { sessionId });
  cancelMessages(tx, { organisationId, sessionId });
  if (session.status === 'created') await announceCancellation(context, tx, { session });
  const view = viewSession({ ...closed, report: null });
  publishEvent(context, tx, { organisationId, type: effects.event, data: view, sessionId });
  return view;
};

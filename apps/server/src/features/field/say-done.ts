import type { FieldDone } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { viewInvite } from '../participants/exports/invite-view.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';

/** The first word counts: said again, it answers with the first time and tells nobody. */
export const sayDone = async (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  { organisationId, sessionId, participantId }: FieldCaller,
): Promise<FieldDone> => {
  // The invite is locked before the session, as in every request.
  const [invite] = await tx.db.participant.updateManyAndReturn({
    where: { organisation_id: organisationId, id: participantId, done_at: null },
    data: { done_at: tx.now },
  });
  if (!invite) return { done_at: await readDone(tx, { organisationId, participantId }) };
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    kind: 'participant.done',
    payload: { participant_id: participantId },
  });
  publishEvent(context, tx, {
    organisationId,
    type: 'participant.done',
    data: { ...viewSession(session), invite: viewInvite(invite, { now: tx.now, hasSessionEnded: false }) },
    sessionId,
  });
  return { done_at: tx.now.toISOString() };
};

const readDone = async (
  tx: Tx,
  { organisationId, participantId }: Pick<FieldCaller, 'organisationId' | 'participantId'>,
): Promise<string> => {
  const { done_at } = await tx.db.participant.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: participantId } },
    select: { done_at: true },
  });
  return done_at!.toISOString();
};

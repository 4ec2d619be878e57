import type { Session } from '@field-inspection/contract';
import { moveRecording } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { listRecorded } from '../consents/exports/list-recorded.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import { viewSession } from './exports/session-view.ts';

/** Starts or stops the recording of a session, as a state and an entry of its chain. */
export const changeRecording = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    command,
    ...actor
  }: SessionKey & Actor & { command: 'start_recording' | 'stop_recording' },
): Promise<Session> => {
  const { session } = await lockSession(tx, { organisationId, sessionId }, command);
  const recorded = command === 'start_recording' ? await listRecorded(tx, { organisationId, sessionId }) : [];
  const { changes, facts } = moveRecording(session, command, { recorded, actor: nameActor(actor) });
  const moved = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { ...changes, updated_at: tx.now },
  });
  for (const fact of facts) appendEntry(context, tx, { organisationId, sessionId, ...fact });
  return viewSession({ ...moved, report: null });
};

import type { Session } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { requireRecordingConsent } from '../consents/exports/require-recording-consent.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import { viewSession } from './exports/session-view.ts';

/** Starts or stops the recording of a session, as a state and an entry of its chain. Who is in must have granted it. */
export const moveRecording = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    command,
    ...actor
  }: SessionKey & Actor & { command: 'start_recording' | 'stop_recording' },
): Promise<Session> => {
  const { nextStatus } = await lockSession(tx, { organisationId, sessionId }, command);
  if (command === 'start_recording') await requireRecordingConsent(tx, { organisationId, sessionId });
  const moved = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { status: nextStatus, updated_at: tx.now },
  });
  const kind = command === 'start_recording' ? 'recording.started' : 'recording.stopped';
  appendEntry(context, tx, { organisationId, sessionId, kind, payload: nameActor(actor) });
  return viewSession({ ...moved, report: null });
};

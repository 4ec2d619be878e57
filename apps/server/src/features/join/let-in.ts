import { weakestConsent, type ConsentValue, type SessionStatus } from '@field-inspection/contract';
import { Prisma, type Participant } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { moveSession } from '../sessions/exports/session-state.ts';
import { noteStoppedRecording } from '../sessions/exports/note-stopped-recording.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';

/**
 * The session with somebody who comes in: open, with the weakest answer of those who joined, theirs among them. A
 * recording that they have not granted stops: it would hold them. The caller holds the locks of both rows, so that they
 * are as it has read them; the last statement changes the session.
 */
export const letIn = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { invite, session }: { invite: Participant; session: SessionRow },
): SessionRow => {
  const move = moveSession(session.status as SessionStatus, 'join');
  if (!move.ok) throw new Error(`a join of a session that is ${session.status} was not refused`);
  const stops = move.status === 'recording' && invite.consent_recording !== 'granted';
  const next = {
    status: stops ? 'open' : move.status,
    started_at: session.status === 'created' ? tx.now : session.started_at,
    consent_camera: weakerOf(session.consent_camera, invite.consent_camera),
    consent_gps: weakerOf(session.consent_gps, invite.consent_gps),
  };
  if (Object.entries(next).every(([name, value]) => session[name as keyof typeof next] === value))
    return session;
  if (stops) {
    const { organisation_id: organisationId, id: sessionId } = session;
    noteStoppedRecording(context, tx, { organisationId, sessionId, participantId: invite.id });
  }
  const changed = { ...session, ...next, updated_at: tx.now };
  writeSession(tx, changed);
  return changed;
};

const weakerOf = (shown: string, own: string): string =>
  weakestConsent([shown as ConsentValue, own as ConsentValue]);

const writeSession = (tx: Tx, session: SessionRow): void => {
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`session_opened as (
        update sessions
        set status = ${session.status}, started_at = ${session.started_at}, updated_at = ${session.updated_at},
          consent_camera = ${session.consent_camera}, consent_gps = ${session.consent_gps}
        where organisation_id = ${session.organisation_id}::uuid and id = ${session.id}::uuid
      )`,
    ],
  });
};

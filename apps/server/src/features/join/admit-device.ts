import type { ConsentValue, JoinedSession } from '@field-inspection/contract';
import { DEAD_TOKEN_KEPT_MS, moveSession, weakestConsent } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import type { Context } from '../../context.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { viewFieldState, type NamedInvite } from '../field/exports/field-state-view.ts';
import { findQuotas } from '../quotas/exports/find-room.ts';
import { noteStoppedRecording } from '../sessions/exports/note-stopped-recording.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';
import { discloseDevice, type Device } from '../participants/exports/device-pin.ts';

export type AdmitContext = Pick<Context, 'clock' | 'config' | 'ids' | 'keyring' | 'random' | 'secrets'>;
export type Admission = { invite: NamedInvite; session: SessionRow; device: Device };

/**
 * Gives a device a field_session_token of its own, and what its page shows. `pinned` tells a device that came back
 * without a code. The caller counts the entry of the chain.
 */
export const admitDevice = async (
  context: AdmitContext,
  tx: Tx,
  { invite, session, device, pinned }: Admission & { pinned: boolean },
): Promise<JoinedSession> => {
  const token = context.random.bytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  const row = {
    token_hash: tokenHash,
    organisation_id: invite.organisation_id,
    participant_id: invite.id,
    issue: invite.issue,
    created_at: tx.now,
    kept_until: new Date(tx.now.getTime() + DEAD_TOKEN_KEPT_MS),
  };
  tx.outcome.rows.field_session_tokens.push(row);
  appendEntry(context, tx, {
    organisationId: session.organisation_id,
    sessionId: session.id,
    kind: 'participant.joined',
    payload: { participant_id: invite.id, issue: invite.issue, pinned },
    personal: { device: discloseDevice(device) },
  });
  const key = { organisationId: session.organisation_id, sessionId: session.id };
  const quotas = await findQuotas(tx.db, key);
  return {
    field_session_token: token,
    field_session_expires_at: null,
    ...viewFieldState(context, { invite, session, quotas, tokenHash }),
  };
};

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
  const move = moveSession(session.status, 'join');
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
  const { organisation_id: organisationId, id } = session;
  if (stops) noteStoppedRecording(context, tx, { organisationId, sessionId: id, participantId: invite.id });
  const set = { ...next, updated_at: tx.now };
  tx.outcome.changes.push({ table: 'sessions', organisationId, id, set });
  return { ...session, ...set };
};

const weakerOf = (shown: string, own: string): string =>
  weakestConsent([shown as ConsentValue, own as ConsentValue]);

import type { JoinedSession, SessionStatus } from '@field-inspection/contract';
import type { Tx } from '../../platform/database/transact.ts';
import { cancelMessages } from '../notifications/exports/cancel-messages.ts';
import { viewInvite } from '../participants/exports/invite-view.ts';
import { moveSession } from '../sessions/exports/session-state.ts';
import { viewSession, type SessionRow } from '../sessions/exports/session-view.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { admitDevice, type Admission, type AdmitContext } from './admit-device.ts';
import { pinDevice } from '../participants/exports/device-pin.ts';

/** Redeems an invite: the device is pinned, the session opens, its reminders stop, its receivers hear of it. */
export const redeemOnDevice = async (
  context: AdmitContext,
  tx: Tx,
  { invite, session, device }: Admission,
): Promise<JoinedSession> => {
  const opened = await openSession(tx, session);
  const redeemed = await tx.db.participant.update({
    where: { organisation_id_id: { organisation_id: invite.organisation_id, id: invite.id } },
    data: { pin: pinDevice(context, invite, device), joined_at: tx.now, token_sealed: null },
  });
  const key = { organisationId: session.organisation_id, sessionId: session.id };
  await cancelMessages(tx, { ...key, participantId: invite.id });
  await cancelMessages(tx, { ...key, kinds: REMINDERS });
  publishEvent(context, tx, {
    organisationId: session.organisation_id,
    type: 'session.joined',
    data: { ...viewSession(opened), invite: viewInvite(redeemed, { now: tx.now, hasSessionEnded: false }) },
    sessionId: session.id,
  });
  return admitDevice(context, tx, { invite: redeemed, session: opened, device, pinned: false });
};

const REMINDERS = [
  'reminder_invitee_24h',
  'reminder_invitee_1h',
  'reminder_operator_24h',
  'reminder_operator_1h',
] as const;

const openSession = async (tx: Tx, session: SessionRow): Promise<SessionRow> => {
  const move = moveSession(session.status as SessionStatus, 'join');
  if (!move.ok) throw new Error(`a join of a session that is ${session.status} was not refused`);
  if (move.status === session.status) return session;
  return tx.db.session.update({
    where: { organisation_id_id: { organisation_id: session.organisation_id, id: session.id } },
    data: { status: move.status, started_at: tx.now, updated_at: tx.now },
  });
};

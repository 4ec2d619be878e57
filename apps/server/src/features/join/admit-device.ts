import type { JoinedSession } from '@field-inspection/contract';
import type { Participant } from '#prisma';
import type { Context } from '../../context.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';
import { discloseDevice, type Device } from './device-pin.ts';
import { viewJoinedSession } from './joined-session-view.ts';

export type AdmitContext = Pick<Context, 'clock' | 'config' | 'ids' | 'keyring' | 'random' | 'secrets'>;
export type Admission = { invite: Participant; session: SessionRow; device: Device };

/** Gives a device a field_session_token of its own; `pinned` tells one that came back without a code. */
export const admitDevice = async (
  context: AdmitContext,
  tx: Tx,
  { invite, session, device, pinned }: Admission & { pinned: boolean },
): Promise<JoinedSession> => {
  const token = context.random.bytes(32).toString('base64url');
  await tx.db.fieldSessionToken.create({
    data: {
      token_hash: hashToken(token),
      organisation_id: invite.organisation_id,
      participant_id: invite.id,
      issue: invite.issue,
      created_at: tx.now,
    },
  });
  appendEntry(context, tx, {
    organisationId: session.organisation_id,
    sessionId: session.id,
    kind: 'participant.joined',
    payload: { participant_id: invite.id, issue: invite.issue, pinned },
    personal: { device: discloseDevice(device) },
  });
  const organisation = await tx.db.organisation.findUniqueOrThrow({ where: { id: invite.organisation_id } });
  return viewJoinedSession(context, { token, invite, session, organisationName: organisation.name });
};

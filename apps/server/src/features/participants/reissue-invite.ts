import type { MintedInvite } from '@field-inspection/contract';
import { requireUnrevoked } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import { endRight } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { closeRoom } from '../media/exports/close-room.ts';
import { cancelMessages } from '../notifications/exports/cancel-messages.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';
import { announceInvite } from './exports/announce-invite.ts';
import { mintSecrets } from './exports/invite-secrets.ts';
import { lockParticipant, type InviteKey } from './revoke-invite.ts';

/** Also of an expired, locked or redeemed issue. Every device that joined with an earlier issue is out. */
export const reissueInvite = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { credentialId, memberId, linkDomain, ...key }: InviteKey & Actor & { linkDomain: string | null },
): Promise<MintedInvite> => {
  await endRight(tx, { kind: 'participant', id: key.inviteId });
  const replaced = await lockParticipant(tx, key);
  const { session } = await lockSession(tx, key, 'change');
  requireUnrevoked(replaced);
  const at = { now: tx.now, scheduledFor: session.scheduled_for };
  const secrets = mintSecrets(context, { ...replaced, issue: replaced.issue + 1, linkDomain }, at);
  const invite = await tx.db.participant.update({
    where: { organisation_id_id: { organisation_id: key.organisationId, id: key.inviteId } },
    data: { ...secrets.columns, otp_attempts: 0, entries: 0, pin: null, joined_at: null, done_at: null },
  });
  // Waiting reminders stay: each is sent with the link that is valid then.
  cancelMessages(tx, { ...key, participantId: key.inviteId, kinds: ['invite', 'otp'] });
  closeRoom(tx, { sessionId: key.sessionId, participantId: key.inviteId });
  return announceInvite(context, tx, {
    kind: 'participant.reissued',
    session,
    invite,
    secrets,
    actor: { credentialId, memberId },
  });
};

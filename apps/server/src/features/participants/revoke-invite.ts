import { hasEnded, revokeInvite as decideRevocation } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import { endRight } from '../../platform/database/right-lock.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { closeRoom } from '../media/exports/close-room.ts';
import { announceCancellation, cancelMessages } from '../notifications/exports/cancel-messages.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';

/** The link, the code and the tokens are dead, and half-sent uploads record nothing. Repeating it changes nothing. */
export const revokeInvite = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { credentialId, memberId, ...key }: InviteKey & Actor,
): Promise<void> => {
  await endRight(tx, { kind: 'participant', id: key.inviteId });
  const invite = await lockParticipant(tx, key);
  if (invite.revoked_at) return;
  const session = (await lockSessionRow(tx, key))!;
  const isLive = !hasEnded(session);
  const by = { isLive, now: tx.now, actor: nameActor({ credentialId, memberId }) };
  const { changes, facts } = decideRevocation(invite, by)!;
  if (isLive) await announceCancellation(context, tx, { session, participantId: key.inviteId });
  await tx.db.participant.update({
    where: { organisation_id_id: { organisation_id: key.organisationId, id: key.inviteId } },
    data: { ...changes, token_sealed: null },
  });
  await leaveOutUnsent(tx, { ...key, unsentItems: invite.unsent_items ?? 0 });
  cancelMessages(tx, { ...key, participantId: key.inviteId });
  closeRoom(tx, { sessionId: key.sessionId, participantId: key.inviteId });
  for (const fact of facts) appendEntry(context, tx, { ...key, ...fact });
};

// Unsent items of a revoked invite come no more (field/tell-unsent-items.ts), and leave the session's sum.
const leaveOutUnsent = async (
  tx: Tx,
  { organisationId, sessionId, unsentItems }: SessionKey & { unsentItems: number },
): Promise<void> => {
  if (unsentItems === 0) return;
  await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { unsent_items: { decrement: unsentItems } },
  });
};

export type InviteKey = SessionKey & { inviteId: string };

/** Every request takes this lock before the session's. Raw, since Prisma can't lock. */
export const lockParticipant = async (
  tx: Tx,
  { organisationId, sessionId, inviteId }: InviteKey,
): Promise<Participant> => {
  const rows = await tx.db.$queryRaw<Participant[]>`
    select *
    from participants
    where organisation_id = ${organisationId}::uuid and id = ${inviteId}::uuid and session_id = ${sessionId}::uuid
    for no key update
  `;
  const invite = rows[0];
  if (!invite) throw noSuch('invite', inviteId);
  return invite;
};

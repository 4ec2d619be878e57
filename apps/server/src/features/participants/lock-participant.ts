import type { Participant } from '#prisma';
import { noSuch } from '../../api-error.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';

export type InviteKey = SessionKey & { inviteId: string };

/**
 * Reads an invite under its row lock, which every request takes before the session's, so that no two wait for
 * each other. Raw, since Prisma can't lock.
 */
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

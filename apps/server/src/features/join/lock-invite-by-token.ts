import type { Participant } from '#prisma';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import type { Tx } from '../../platform/database/transact.ts';

export type TokenInvite = Participant & { token_issue: number };

/**
 * The invite that a token leads to, under its row lock, or undefined for a token that was never given or
 * belongs to another session. Calls with one token take their turns from here on: each sees what the one
 * before it counted or redeemed. Raw, since Prisma can't lock.
 */
export const lockInviteByToken = async (
  tx: Tx,
  { sessionId, token }: { sessionId: string; token: string },
): Promise<TokenInvite | undefined> => {
  const rows = await tx.db.$queryRaw<TokenInvite[]>`
    select p.*, t.issue as token_issue
    from invite_tokens t
    join participants p on p.organisation_id = t.organisation_id and p.id = t.participant_id
    where t.token_hash = ${hashToken(token)} and p.session_id = ${sessionId}::uuid
    for no key update of p
  `;
  return rows[0];
};

import type { Context } from '../../context.ts';
import type { InvitedCaller } from '../../http/request-state.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';

/** Whose link a token of a session is, whether it is still good or not. */
export const findInvited = async (
  { database }: Pick<Context, 'database'>,
  { sessionId, token }: { sessionId: string; token: string },
): Promise<InvitedCaller | undefined> => {
  const found = await database.prisma.inviteToken.findUnique({
    where: { token_hash: hashToken(token), participant: { session_id: sessionId } },
  });
  return found ? { organisationId: found.organisation_id, invitedId: found.participant_id } : undefined;
};

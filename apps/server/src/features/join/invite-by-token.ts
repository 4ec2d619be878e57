import type { Context } from '../../context.ts';
import type { InvitedCaller } from '../../http/request-state.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { NamedInvite } from '../field/exports/field-state-view.ts';

type TokenInvite = NamedInvite & { token_issue: number };

/**
 * Undefined for a token that was never given or belongs to another session. Calls with one token wait for the lock, and
 * see the count or the redemption of the call before. Raw, since Prisma can't lock.
 */
export const lockInviteByToken = async (
  tx: Tx,
  { sessionId, token }: { sessionId: string; token: string },
): Promise<TokenInvite | undefined> => {
  const rows = await tx.db.$queryRaw<TokenInvite[]>`
    select p.*, t.issue as token_issue, o.name as organisation_name, to_jsonb(b) as branding,
      o.contact
    from invite_tokens t
    join participants p on p.organisation_id = t.organisation_id and p.id = t.participant_id
    join organisations o on o.id = p.organisation_id
    left join branding b on b.organisation_id = p.organisation_id
    where t.token_hash = ${hashToken(token)} and p.session_id = ${sessionId}::uuid
    for no key update of p
  `;
  return rows[0];
};

export const findInvited = async (
  { database }: Pick<Context, 'database'>,
  { sessionId, token }: { sessionId: string; token: string },
): Promise<InvitedCaller | undefined> => {
  const found = await database.prisma.inviteToken.findUnique({
    where: { token_hash: hashToken(token), participant: { session_id: sessionId } },
  });
  return found ? { organisationId: found.organisation_id, invitedId: found.participant_id } : undefined;
};

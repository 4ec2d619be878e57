import { DEAD_TOKEN_KEPT_MS, endOfInvite, USUAL_TTL_MINUTES } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { linkSeal } from '../notifications/exports/join-link.ts';
import type { SessionKey } from './exports/lock-session.ts';

type Open = { id: string; issue: number; token_sealed: string };

/**
 * Has the invites of a session outlast the appointment that it moves to, unless somebody chose their lifetime. None
 * becomes shorter: a mail has promised it. The session is locked after the invites, as in every request.
 */
export const extendInvites = async (
  { keyring }: Pick<Context, 'keyring'>,
  tx: Tx,
  { organisationId, sessionId, scheduledFor }: SessionKey & { scheduledFor: Date },
): Promise<void> => {
  const end = endOfInvite({ ttlMinutes: USUAL_TTL_MINUTES, scheduledFor }, tx.now);
  const open = await tx.db.$queryRaw<Open[]>`
    select id, issue, token_sealed
    from participants
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
      and ttl_minutes = ${USUAL_TTL_MINUTES} and token_sealed is not null and revoked_at is null
      and expires_at > ${tx.now} and expires_at < ${end}
    order by id
    for no key update
  `;
  if (open.length === 0) return;
  await tx.db.participant.updateMany({
    where: { organisation_id: organisationId, id: { in: open.map(({ id }) => id) } },
    data: { expires_at: end },
  });
  // The rows that lead to invites are found by the hash alone.
  const hashes = open.map(({ token_sealed, ...invite }) =>
    hashToken(keyring.open(token_sealed, linkSeal({ ...invite, organisation_id: organisationId }))),
  );
  await tx.db.inviteToken.updateMany({
    where: { token_hash: { in: hashes } },
    data: { kept_until: new Date(end.getTime() + DEAD_TOKEN_KEPT_MS) },
  });
};

import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';

type Row = { organisation_id: string; session_id: string; participant_id: string; has_ended: boolean };

/**
 * Whose a field_session_token is, or undefined for one that is unknown or dead: the invite was revoked or
 * reissued, or the session ended and its uploads have had their time. Raw: one round trip, since every call
 * of the field person asks it.
 */
export const readFieldSession = async (
  { database, clock, config }: Pick<Context, 'database' | 'clock' | 'config'>,
  token: string,
): Promise<FieldCaller | undefined> => {
  const tokenHash = hashToken(token);
  const rows = await database.prisma.$queryRaw<Row[]>`
    select s.organisation_id, s.id as session_id, p.id as participant_id, s.status = 'closed' as has_ended
    from field_session_tokens f
    join participants p on p.organisation_id = f.organisation_id and p.id = f.participant_id
    join sessions s on s.organisation_id = p.organisation_id and s.id = p.session_id
    where f.token_hash = ${tokenHash}
      and f.issue = p.issue
      and p.revoked_at is null
      and (
        s.status in ('open', 'recording')
        or (s.status = 'closed' and s.ended_at > ${new Date(clock.now().getTime() - config.uploadGraceMs)})
      )
  `;
  const row = rows[0];
  if (!row) return undefined;
  return {
    organisationId: row.organisation_id,
    sessionId: row.session_id,
    participantId: row.participant_id,
    tokenHash,
    hasEnded: row.has_ended,
  };
};

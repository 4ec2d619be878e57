import type { Context } from '../../context.ts';
import { hashToken } from '../../platform/hash-token.ts';

export type FieldSession = { organisationId: string; sessionId: string; participantId: string };

type Row = { organisation_id: string; session_id: string; participant_id: string };

/**
 * Whose a field_session_token is, or undefined for one that is unknown or dead: the session has ended, or
 * the invite was revoked or reissued. Raw: one round trip, since every call of the field person asks it.
 */
export const readFieldSession = async (
  { database }: Pick<Context, 'database'>,
  token: string,
): Promise<FieldSession | undefined> => {
  const rows = await database.prisma.$queryRaw<Row[]>`
    select s.organisation_id, s.id as session_id, p.id as participant_id
    from field_session_tokens f
    join participants p on p.organisation_id = f.organisation_id and p.id = f.participant_id
    join sessions s on s.organisation_id = p.organisation_id and s.id = p.session_id
    where f.token_hash = ${hashToken(token)}
      and f.issue = p.issue
      and p.revoked_at is null
      and s.status in ('open', 'recording')
  `;
  const row = rows[0];
  if (!row) return undefined;
  return {
    organisationId: row.organisation_id,
    sessionId: row.session_id,
    participantId: row.participant_id,
  };
};

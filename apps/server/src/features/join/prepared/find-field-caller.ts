import type { Database } from '../../../platform/database/open-database.ts';
import { runPrepared, type PreparedStatement } from '../../../platform/database/run-prepared.ts';
import type { FieldCaller } from '../../../http/request-state.ts';

/** Whose a token is by its hash, where it lives; one of a session that ended counts until its uploads have had their time. */
export const findFieldCaller = async (
  { pool }: Pick<Database, 'pool'>,
  { tokenHash, endedAfter }: { tokenHash: Buffer; endedAfter: Date },
): Promise<Omit<FieldCaller, 'tokenHash'> | undefined> => {
  const [row] = await runPrepared<Omit<FieldCaller, 'tokenHash'>>(pool, FIND, [tokenHash, endedAfter]);
  return row;
};

const FIND: PreparedStatement = {
  name: 'find-field-caller',
  text: `
    select s.organisation_id as "organisationId", s.id as "sessionId", p.id as "participantId",
      s.status = 'closed' as "hasEnded", false as "hasLeft"
    from field_session_tokens f
    join participants p on p.organisation_id = f.organisation_id and p.id = f.participant_id
    join sessions s on s.organisation_id = p.organisation_id and s.id = p.session_id
    where f.token_hash = $1
      and f.issue = p.issue
      and p.revoked_at is null
      and (s.status in ('open', 'recording') or (s.status = 'closed' and s.ended_at > $2))
  `,
};

import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/open-database.ts';
import { runPrepared, type PreparedStatement } from '../../../platform/database/run-prepared.ts';
import type { FieldCaller } from '../../../http/request-state.ts';
import { hashLeftToken, hashToken } from '../../../platform/secrets/hash-token.ts';

/** Undefined for an unknown token, a dead invite, or a session that ended and whose time for uploads is over. */
export const readFieldSession = async (
  { database, clock, config }: Pick<Context, 'database' | 'clock' | 'config'>,
  token: string,
): Promise<FieldCaller | undefined> => {
  const tokenHash = hashToken(token);
  const endedAfter = new Date(clock.now().getTime() - config.uploadGraceMs);
  const caller = await findFieldCaller(database, { tokenHash, endedAfter });
  return caller && { ...caller, tokenHash };
};

/** The token of a device that has left admits nowhere, but the leaving call may be repeated. */
export const readLeftFieldSession = async (
  { database }: Pick<Context, 'database'>,
  token: string,
): Promise<FieldCaller | undefined> => {
  const tokenHash = hashLeftToken(hashToken(token));
  const row = await database.prisma.fieldSessionToken.findUnique({
    where: { token_hash: tokenHash },
    include: { participant: { select: { session_id: true } } },
  });
  return (
    (row && {
      organisationId: row.organisation_id,
      sessionId: row.participant.session_id,
      participantId: row.participant_id,
      tokenHash,
      hasEnded: false,
      hasLeft: true,
    }) ??
    undefined
  );
};

// A token of an ended session counts until the time for uploads is over.
const findFieldCaller = async (
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

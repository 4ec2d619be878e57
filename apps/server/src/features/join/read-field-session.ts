import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { findFieldCaller } from './prepared/find-field-caller.ts';
import { hashLeftToken, hashToken } from '../../platform/secrets/hash-token.ts';

/**
 * Whose a field_session_token is; undefined for one that is unknown or dead, since the invite was revoked or
 * reissued, or the session ended and its uploads have had their time.
 */
export const readFieldSession = async (
  { database, clock, config }: Pick<Context, 'database' | 'clock' | 'config'>,
  token: string,
): Promise<FieldCaller | undefined> => {
  const tokenHash = hashToken(token);
  const endedAfter = new Date(clock.now().getTime() - config.uploadGraceMs);
  const caller = await findFieldCaller(database, { tokenHash, endedAfter });
  return caller && { ...caller, tokenHash };
};

/**
 * Whose a field_session_token was that its device has left with, whatever became of the session since. It lets in
 * nowhere; the call that left may be repeated.
 */
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

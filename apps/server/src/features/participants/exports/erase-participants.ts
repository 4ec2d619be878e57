import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/** Gives the number of those left. Raw: an empty pin stays where an invite was redeemed. */
export const eraseParticipants = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<number> => {
  await database.prisma.$executeRaw`
    update participants
    set recipient_first_name = '', recipient_last_name = '', recipient_email = '', recipient_phone = '',
      send_email = false, send_sms = false, token_sealed = null, otp_hmac = null, otp_expires_at = null,
      pin = case when pin is null then null else ''::bytea end
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
  `;
  return 0;
};

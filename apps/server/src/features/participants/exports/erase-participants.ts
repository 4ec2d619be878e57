import type { Context } from '../../../context.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

/**
 * Erases who the participants of a session are, and the devices that they had. How many are left. Raw: of whoever joined
 * a pin stays, an empty one.
 */
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

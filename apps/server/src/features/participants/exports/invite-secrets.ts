import { endOfInvite } from '@field-inspection/rules';
import type { Participant } from '#prisma';
import type { Context } from '../../../context.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { drawCode, hashCode } from './one-time-code.ts';
import { joinUrlOf, sealJoinToken, type LinkedInvite } from '../../notifications/exports/join-link.ts';

export type InviteSecrets = {
  joinUrl: string;
  /** Null for an invite that the link alone opens. */
  code: string | null;
  tokenHash: Uint8Array<ArrayBuffer>;
  columns: Pick<
    Participant,
    'issue' | 'expires_at' | 'token_sealed' | 'otp_hmac' | 'otp_expires_at' | 'otp_sent'
  >;
};

type Issue = LinkedInvite & {
  ttl_minutes: number;
  send_code: boolean;
  recipient_email: string;
  recipient_phone: string;
  linkDomain: string | null;
};

export const mintSecrets = (
  context: Pick<Context, 'random' | 'keyring' | 'config'>,
  invite: Issue,
  { now, scheduledFor }: { now: Date; scheduledFor: Date | null },
): InviteSecrets => {
  const { random, config } = context;
  const token = random.bytes(32).toString('base64url');
  const needsCode = invite.recipient_email !== '' || invite.recipient_phone !== '';
  const code = needsCode ? drawCode(context) : null;
  return {
    joinUrl: joinUrlOf(context, invite, token),
    code,
    tokenHash: hashToken(token),
    columns: {
      issue: invite.issue,
      expires_at: endOfInvite({ ttlMinutes: invite.ttl_minutes, scheduledFor }, now),
      token_sealed: sealJoinToken(context, invite, token),
      otp_hmac: code === null ? null : hashCode(context, invite, code),
      otp_expires_at: code === null ? null : new Date(now.getTime() + config.otpTtlMs),
      otp_sent: invite.send_code,
    },
  };
};

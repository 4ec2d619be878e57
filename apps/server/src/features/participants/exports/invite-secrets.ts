import type { Participant } from '#prisma';
import type { Context } from '../../../context.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';

/** The link and code of one issue of an invite: in clear for the reply, and as its row keeps them. */
export type InviteSecrets = {
  joinUrl: string;
  /** Null for an invite that the link alone opens. */
  code: string | null;
  tokenHash: Uint8Array<ArrayBuffer>;
  columns: Pick<Participant, 'issue' | 'expires_at' | 'token_sealed' | 'otp_hmac' | 'otp_expires_at'>;
};

type Issue = {
  organisation_id: string;
  id: string;
  session_id: string;
  issue: number;
  ttl_minutes: number;
  recipient_email: string;
  recipient_phone: string;
};

/** Makes a link, and a code where there is a channel that it can travel on apart from the link. */
export const mintSecrets = (
  { random, keyring, config }: Pick<Context, 'random' | 'keyring' | 'config'>,
  invite: Issue,
  now: Date,
): InviteSecrets => {
  const token = random.bytes(32).toString('base64url');
  const needsCode = invite.recipient_email !== '' || invite.recipient_phone !== '';
  const code = needsCode ? String(random.below(1_000_000)).padStart(6, '0') : null;
  return {
    joinUrl: joinUrlOf(config, invite.session_id, token),
    code,
    tokenHash: hashToken(token),
    columns: {
      issue: invite.issue,
      expires_at: new Date(now.getTime() + invite.ttl_minutes * 60_000),
      token_sealed: keyring.seal(token, tokenSealContext(invite)),
      otp_hmac: code === null ? null : Uint8Array.from(keyring.sign('otp', codeClaim(invite, code))),
      otp_expires_at: code === null ? null : new Date(now.getTime() + config.otpTtlMs),
    },
  };
};

/** True for the code of this issue of the invite; takes the same time either way. */
export const verifyCode = (
  { keyring }: Pick<Context, 'keyring'>,
  invite: { id: string; issue: number; otp_hmac: Uint8Array },
  code: string,
): boolean => keyring.verify('otp', codeClaim(invite, code), invite.otp_hmac);

/** The link of an invite that nobody has redeemed yet. */
export const openJoinUrl = (
  { keyring, config }: Pick<Context, 'keyring' | 'config'>,
  invite: Pick<Issue, 'organisation_id' | 'id' | 'session_id' | 'issue'> & { token_sealed: string },
): string =>
  joinUrlOf(config, invite.session_id, keyring.open(invite.token_sealed, tokenSealContext(invite)));

// Behind the #, so that neither logs nor Referer headers nor link scanners ever hold the token.
const joinUrlOf = ({ baseUrl }: Context['config'], sessionId: string, token: string): string =>
  `${baseUrl}/join/${sessionId}#${token}`;

// The invite salts its code: equal codes give unequal HMACs, and no row's HMAC fits another row or issue.
const codeClaim = ({ id, issue }: { id: string; issue: number }, code: string): string =>
  `${id}:${issue}:${code}`;

const tokenSealContext = ({
  organisation_id,
  id,
  issue,
}: Pick<Issue, 'organisation_id' | 'id' | 'issue'>): string =>
  `participants/${organisation_id}/${id}/token/${issue}`;

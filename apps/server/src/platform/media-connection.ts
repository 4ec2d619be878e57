import { createHmac } from 'node:crypto';
import type { MediaConnection } from '@field-inspection/contract';
import type { Context } from '../context.ts';

/** Who may enter a signalling room: one session's operator or field person. */
export type MediaPeer = MediaPlace &
  (
    | { role: 'operator' }
    /** The issue dates the invite: after a reissue an earlier device's token is dead. */
    | { role: 'field'; invite: { id: string; issue: number } }
  );

type MediaPlace = { organisationId: string; sessionId: string; identity: string };

const TOKEN_TTL_MS = 12 * 3_600_000;
export const SIGNALLING_PATH = '/v1/signalling';

/**
 * What one side of a session needs to connect. The token is signed, not stored; whether the session is
 * still live is asked when it is used. TURN credentials are the time-limited ones that coturn checks with
 * the same secret (HMAC-SHA1 over `expiry:name`).
 */
export const describeMediaConnection = (
  { config, secrets, keyring, clock }: Pick<Context, 'config' | 'secrets' | 'keyring' | 'clock'>,
  peer: MediaPeer,
): MediaConnection => {
  const expiresAt = new Date(clock.now().getTime() + TOKEN_TTL_MS);
  const claims = Buffer.from(JSON.stringify({ ...peer, expiresAt: expiresAt.getTime() })).toString(
    'base64url',
  );
  const token = `${claims}.${keyring.sign('media-token', claims).toString('base64url')}`;
  const username = `${Math.floor(expiresAt.getTime() / 1000)}:${peer.identity}`;
  const iceServers =
    config.turnUrl && secrets.turnSecret
      ? [
          {
            urls: [config.turnUrl],
            username,
            credential: createHmac('sha1', secrets.turnSecret).update(username).digest('base64'),
          },
        ]
      : [];
  return {
    provider: 'p2p',
    url: config.baseUrl.replace(/^http/, 'ws') + SIGNALLING_PATH,
    token,
    room: peer.sessionId,
    identity: peer.identity,
    expires_at: expiresAt.toISOString(),
    ice_servers: iceServers,
    ice_transport_policy: 'all',
    permissions: {
      publish: peer.role === 'field' ? ['camera', 'microphone'] : ['microphone'],
      subscribe: true,
      data: true,
    },
  };
};

/** The peer of a genuine token that has not expired, or undefined. */
export const readMediaToken = (
  { keyring, clock }: Pick<Context, 'keyring' | 'clock'>,
  token: string,
): MediaPeer | undefined => {
  const [claims = '', mac = ''] = token.split('.');
  if (!keyring.verify('media-token', claims, Buffer.from(mac, 'base64url'))) return undefined;
  const { expiresAt, ...peer } = JSON.parse(
    Buffer.from(claims, 'base64url').toString('utf8'),
  ) as MediaPeer & { expiresAt: number };
  return expiresAt > clock.now().getTime() ? peer : undefined;
};

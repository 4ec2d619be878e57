import { createHmac } from 'node:crypto';
import type { MediaConnection } from '@field-inspection/contract';
import type { Context } from '../context.ts';

/** The operator or a field person of one session, with the right by which they are in the room. */
export type MediaPeer = PeerName &
  (
    | { role: 'operator'; credentialId: string }
    /** `device` is the hash of its field_session_token, in base64url: the peer's right ends with that token. */
    | { role: 'field'; participantId: string; device: string }
  );

type PeerName = { organisationId: string; sessionId: string; identity: string };

export const TOKEN_TTL_MS = 12 * 3_600_000;
export const SIGNALLING_PATH = '/v1/signalling';

/** A member who has signed in is one in a room, on whatever device. A key is one of its own, also a member's. */
export const nameOperator = ({ credentialId, memberId, session }: Operator): string =>
  nameById(session !== null && memberId !== null ? memberId : credentialId);

type Operator = { credentialId: string; memberId: string | null; session: object | null };

/** All names that these credentials of one member, or of nobody, may have in rooms. */
export const listOperatorNames = (credentialIds: string[], memberId: string | null): string[] =>
  [...credentialIds, ...(memberId === null ? [] : [memberId])].map(nameById);

const nameById = (id: string): string => `operator-${id}`;

/**
 * The token is signed, not stored: whether the session is live and the right holds is asked when the token is used.
 * TURN credentials are the time-limited ones that coturn checks with the same secret (HMAC-SHA1 over `expiry:name`).
 */
export const describeMediaConnection = (
  {
    config,
    secrets,
    keyring,
    clock,
    metrics,
  }: Pick<Context, 'config' | 'secrets' | 'keyring' | 'clock' | 'metrics'>,
  peer: MediaPeer,
): MediaConnection => {
  const expiresAt = new Date(clock.now().getTime() + TOKEN_TTL_MS);
  const claims = Buffer.from(JSON.stringify({ ...peer, expiresAt: expiresAt.getTime() })).toString(
    'base64url',
  );
  const token = `${claims}.${keyring.sign('media-token', claims).toString('base64url')}`;
  const username = `${Math.floor(expiresAt.getTime() / 1000)}:${peer.identity}`;
  const iceServers =
    config.turnUrls && secrets.turnSecret
      ? [
          {
            urls: config.turnUrls,
            username,
            credential: createHmac('sha1', secrets.turnSecret).update(username).digest('base64'),
          },
        ]
      : [];
  if (iceServers.length > 0) metrics.turnCredentials.inc();
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

/** Undefined for a forged or expired token. A token of an older release names no right. */
export const readMediaToken = (
  { keyring, clock }: Pick<Context, 'keyring' | 'clock'>,
  token: string,
): MediaPeer | undefined => {
  const [claims = '', mac = ''] = token.split('.');
  if (!keyring.verify('media-token', claims, Buffer.from(mac, 'base64url'))) return undefined;
  const { expiresAt, ...peer } = JSON.parse(
    Buffer.from(claims, 'base64url').toString('utf8'),
  ) as MediaPeer & { expiresAt: number };
  const namesRight = 'credentialId' in peer || 'device' in peer;
  return namesRight && expiresAt > clock.now().getTime() ? peer : undefined;
};

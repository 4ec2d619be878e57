export type PeerRole = 'operator' | 'field';
export type PresentPeer = { identity: string; role: PeerRole };
export type Description = { type: 'offer' | 'answer'; sdp: string };

/** The relay hands it on with `from` in the place of `to`. */
export type Signal = { to?: string } & (
  Description | { type: 'candidate'; candidate: RTCIceCandidateInit | null } | { type: 'bye' }
);

/** docs/media.md has all messages of the relay. */
export type RelayMessage =
  | { type: 'welcome'; identity: string; peers: PresentPeer[] }
  | ({ type: 'peer_joined' } & PresentPeer)
  | { type: 'peer_left'; identity: string }
  | ({ from: string } & Description)
  | { type: 'candidate'; from: string; candidate: RTCIceCandidateInit | null }
  | { type: 'bye'; from: string };

/**
 * Gives undefined where nothing is to be done: for a pong, an error, or a later release's message. A peer may say
 * anything inside a signal, so each member is checked before its use.
 */
export const readRelayMessage = (frame: unknown): RelayMessage | undefined => {
  const message = parse(frame);
  if (!isRecord(message)) return undefined;
  const { type, from, identity, role, peers, sdp, candidate } = message;
  switch (type) {
    case 'welcome':
      return isText(identity) && Array.isArray(peers) && peers.every(isPresentPeer)
        ? { type, identity, peers }
        : undefined;
    case 'peer_joined':
      return isText(identity) && isRole(role) ? { type, identity, role } : undefined;
    case 'peer_left':
      return isText(identity) ? { type, identity } : undefined;
    case 'offer':
    case 'answer':
      return isText(from) && isText(sdp) ? { type, from, sdp } : undefined;
    case 'candidate':
      return isText(from) && (candidate === null || isCandidate(candidate))
        ? { type, from, candidate }
        : undefined;
    case 'bye':
      return isText(from) ? { type, from } : undefined;
    default:
      return undefined;
  }
};

const parse = (frame: unknown): unknown => {
  if (typeof frame !== 'string') return undefined;
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRole = (value: unknown): value is PeerRole => value === 'operator' || value === 'field';
const isPresentPeer = (value: unknown): value is PresentPeer =>
  isRecord(value) && isText(value.identity) && isRole(value.role);
const isCandidate = (value: unknown): value is RTCIceCandidateInit =>
  isRecord(value) && typeof value.candidate === 'string';

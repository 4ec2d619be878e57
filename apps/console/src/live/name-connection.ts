import type { EndReason, RelayState, RoomPeer } from '@field-inspection/signalling';
import type { TextKey } from '../words/words.ts';

type Connection = {
  relay: RelayState;
  end: EndReason | undefined;
  peers: readonly Pick<RoomPeer, 'role' | 'connection'>[];
  hasPicture: boolean;
};

const ENDS: Record<EndReason, TextKey> = {
  unauthenticated: 'live.refused',
  invite_expired: 'live.refused',
  replaced: 'live.replaced',
  session_ended: 'live.ended',
};

/** The text that says how it stands with the picture. */
export const nameConnection = ({ relay, end, peers, hasPicture }: Connection): TextKey => {
  if (end) return ENDS[end];
  const phones = peers.filter(({ role }) => role === 'field');
  // Peers go on without the relay.
  if (phones.some(({ connection }) => connection === 'connected'))
    return hasPicture ? 'live.seen' : 'live.no_picture';
  if (relay === 'lost') return 'live.lost';
  if (relay === 'connecting') return 'live.connecting';
  return phones.length > 0 ? 'live.joining' : 'live.nobody';
};

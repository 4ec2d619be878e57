import type { DataMessage } from '../data/data-message.ts';
import type { PeerRole, PresentPeer, RelayMessage, Signal } from '../relay/relay-message.ts';
import type { Tracks } from './carry-tracks.ts';
import { openPeer, type Peer } from './open-peer.ts';

/** `connection` is `none` before the peers are brought together, and for peers of the own role. */
export type RoomPeer = PresentPeer & {
  connection: RTCPeerConnectionState | 'none';
  isPicturePaused: boolean;
};

type Keeping = {
  role: PeerRole;
  /** undefined without WebRTC: a peer who offers is told goodbye, or would offer again and again. */
  createConnection: () => RTCPeerConnection | undefined;
  tracks: () => Tracks;
  send: (signal: Signal) => void;
  rejoin: () => void;
  onPeers: (peers: RoomPeer[]) => void;
  onTrack: (track: MediaStreamTrack, identity: string) => void;
  onMessage: (message: DataMessage, identity: string) => void;
};

/** Only peers of the other role are connected. */
export const keepPeers = (keeping: Keeping) => {
  const { role, onPeers, rejoin } = keeping;
  const present = new Map<string, PeerRole>();
  const peers = new Map<string, { peer: Peer; origin: string | undefined }>();

  const tell = (): void => onPeers([...present].map((entry) => describe(entry, peers.get(entry[0])?.peer)));
  const drop = (identity: string): void => {
    peers.get(identity)?.peer.close();
    peers.delete(identity);
  };
  const open = (identity: string, origin?: string): Peer | undefined => {
    drop(identity);
    const connection = keeping.createConnection();
    if (!connection) return void keeping.send({ type: 'bye', to: identity });
    const onStuck = (): unknown => (role === 'field' ? isAlone(peers) && rejoin() : open(identity));
    const listeners = { ...listenFor(keeping, identity), onChange: tell, onStuck };
    const peer = openPeer(connection, { role, tracks: keeping.tracks, listeners });
    peers.set(identity, { peer, origin });
    return peer;
  };
  const greet = ({ identity, role: itsRole }: PresentPeer): void => {
    present.set(identity, itsRole);
    if (role === 'operator' && itsRole === 'field') open(identity);
  };
  const leave = (identity: string): void => {
    present.delete(identity);
    drop(identity);
  };
  const welcome = (others: PresentPeer[]): void => {
    const identities = others.map(({ identity }) => identity);
    for (const identity of [...present.keys()]) if (!identities.includes(identity)) leave(identity);
    for (const other of others) greet(other);
    if (role === 'field') for (const { peer } of peers.values()) if (!peer.isWell()) peer.restart();
  };
  const hear = (message: Extract<RelayMessage, { from: string }>): Promise<void> | void => {
    const { from } = message;
    // Field persons do not see what each other share.
    if ((present.get(from) ?? role) === role) return;
    const known = peers.get(from);
    if (message.type === 'bye') return drop(from);
    if (message.type === 'candidate') return known?.peer.addCandidate(message.candidate);
    const origin = readOrigin(message.sdp);
    const isSame = (known?.origin ?? origin) === origin;
    if (message.type === 'offer' && (!known || !isSame)) return open(from, origin)?.take(message);
    if (known) known.origin = origin;
    return known?.peer.take(message);
  };
  return {
    take: async (message: RelayMessage): Promise<void> => {
      if ('from' in message) await hear(message);
      else if (message.type === 'welcome') welcome(message.peers);
      else if (message.type === 'peer_joined') greet(message);
      else leave(message.identity);
      tell();
    },
    all: () => [...peers].map(([identity, { peer }]) => ({ identity, peer })),
    close: () => {
      for (const identity of [...present.keys()]) leave(identity);
      tell();
    },
  };
};

const isAlone = (peers: ReadonlyMap<string, { peer: Peer }>): boolean =>
  ![...peers.values()].some(({ peer }) => peer.isWell());

const listenFor = ({ send, onTrack, onMessage }: Keeping, identity: string) => ({
  send: (signal: Signal) => send({ ...signal, to: identity }),
  onTrack: (track: MediaStreamTrack) => onTrack(track, identity),
  onMessage: (message: DataMessage) => onMessage(message, identity),
});

const describe = ([identity, role]: [string, PeerRole], peer: Peer | undefined): RoomPeer => ({
  identity,
  role,
  connection: peer?.state() ?? 'none',
  isPicturePaused: peer?.isPicturePaused() ?? false,
});

/**
 * The origin line names a description's connection (RFC 8866 5.2). A reloaded page has another connection under the
 * same identity.
 */
const readOrigin = (sdp: string): string | undefined => /^o=\S+ (\S+)/m.exec(sdp)?.[1];

import type { DataMessage } from './data/data-message.ts';
import type { Tracks } from './peers/carry-tracks.ts';
import { keepPeers, type RoomPeer } from './peers/keep-peers.ts';
import { connectRelay, type RelayEdges, type RelayState } from './relay/connect-relay.ts';
import type { EndReason } from './relay/end-reason.ts';
import type { PeerRole } from './relay/relay-message.ts';

/** The way into a room: these members of the service's `media_connection`. */
export type MediaWay = {
  url: string;
  token: string;
  ice_servers: RTCIceServer[];
  ice_transport_policy: RTCIceTransportPolicy;
};

type RoomStart = {
  role: PeerRole;
  /** Called at each connection, since tokens and relays' passwords are good for some hours. */
  way: () => MediaWay;
  onRelay: (state: RelayState) => void;
  onPeers: (peers: RoomPeer[]) => void;
  onTrack: (track: MediaStreamTrack, identity: string) => void;
  onMessage: (message: DataMessage, identity: string) => void;
  onEnd: (reason: EndReason) => void;
};

export type RoomEdges = RelayEdges & {
  createConnection: (configuration: RTCConfiguration) => RTCPeerConnection | undefined;
};

export type Room = {
  share: (tracks: Tracks) => void;
  say: (message: DataMessage, identity?: string) => number;
  /** The page was asleep, or is on another network: checks at once that all is still there. */
  lookAgain: (isOtherNetwork: boolean) => void;
  close: () => void;
};

const IN_BROWSER: RoomEdges = {
  createSocket: (url, protocols) => new WebSocket(url, protocols),
  createConnection: (configuration) =>
    'RTCPeerConnection' in globalThis ? new RTCPeerConnection(configuration) : undefined,
  random: Math.random,
};

/**
 * Enters the room of a session, and stays in it: over lost sockets, other networks and peers that come and go.
 *
 * @param start who comes, by which way, and what is called as it goes on
 * @returns the room, until `close` or `onEnd`
 * @example
 * ```ts
 * const room = openRoom({
 *   role: 'operator',
 *   way: () => mediaConnection,
 *   onRelay: (state) => console.log(state),
 *   onPeers: (peers) => console.log(peers.length),
 *   onTrack: (track) => (video.srcObject = new MediaStream([track])),
 *   onMessage: (message) => console.log(message.type),
 *   onEnd: (reason) => console.log(reason),
 * });
 * ```
 */
export const openRoom = (start: RoomStart, edges: RoomEdges = IN_BROWSER): Room => {
  const { role, way, onRelay, onEnd } = start;
  let tracks: Tracks = { audio: null, video: null };
  const peers = keepPeers({
    ...start,
    role,
    createConnection: () => {
      const { ice_servers: iceServers, ice_transport_policy: iceTransportPolicy } = way();
      return edges.createConnection({ iceServers, iceTransportPolicy });
    },
    tracks: () => tracks,
    send: (signal) => relay.send(signal),
    rejoin: () => relay.rejoin(),
  });
  const close = (): void => {
    relay.close();
    peers.close();
  };
  const end = (reason: EndReason): void => {
    close();
    onEnd(reason);
  };
  const relay = connectRelay(way, { onState: onRelay, onMessage: peers.take, onEnd: end }, edges);
  return {
    share: (given) => {
      tracks = given;
      // A connection that closes meanwhile has nothing to carry.
      for (const { peer } of peers.all()) void peer.carry().catch(() => {});
    },
    say: (message, identity) =>
      peers.all().filter((each) => (identity ?? each.identity) === each.identity && each.peer.say(message))
        .length,
    lookAgain: (isOtherNetwork) => {
      relay.look();
      if (isOtherNetwork) for (const { peer } of peers.all()) peer.restart();
    },
    close,
  };
};

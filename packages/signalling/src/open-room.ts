import type { DataMessage } from './data/data-message.ts';
import type { Tracks } from './peers/carry-tracks.ts';
import { keepPeers, type RoomPeer } from './peers/keep-peers.ts';
import { connectRelay, type RelayEdges, type RelayState } from './relay/connect-relay.ts';
import type { EndReason } from './relay/end-reason.ts';
import type { PeerRole } from './relay/relay-message.ts';

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

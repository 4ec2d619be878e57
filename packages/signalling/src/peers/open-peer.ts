import { DATA_CHANNEL, type DataMessage } from '../data/data-message.ts';
import type { Description, PeerRole, Signal } from '../relay/relay-message.ts';
import { followUplink } from '../uplink/follow-uplink.ts';
import { type Tracks, carryTracks, openLines } from './carry-tracks.ts';
import { negotiate } from './negotiate.ts';
import { readFieldMessage, readOperatorMessage } from '../data/read-data-message.ts';

export type PeerListeners = {
  send: (signal: Signal) => void;
  onChange: () => void;
  onTrack: (track: MediaStreamTrack) => void;
  onMessage: (message: DataMessage) => void;
  onStuck: () => void;
};

type PeerStart = {
  /** The operator makes the lines and the data channel, and the field person answers. */
  role: PeerRole;
  tracks: () => Tracks;
  listeners: PeerListeners;
};

export type Peer = {
  state: () => RTCPeerConnectionState;
  isPicturePaused: () => boolean;
  take: (description: Description) => Promise<void>;
  addCandidate: (candidate: RTCIceCandidateInit | null) => Promise<void>;
  carry: () => Promise<void>;
  say: (message: DataMessage) => boolean;
  restart: () => void;
  isWell: () => boolean;
  close: () => void;
};

export const openPeer = (connection: RTCPeerConnection, { role, tracks, listeners }: PeerStart): Peer => {
  const { send, onChange, onTrack, onMessage, onStuck } = listeners;
  let isPaused = false;
  let stopFollowing: (() => void) | undefined;

  const negotiation = negotiate(connection, {
    isPolite: role === 'field',
    send,
    prepareAnswer: async () => {
      if (role === 'field') openLines(connection);
      await carryTracks(connection, tracks());
    },
  });
  const way = healWay(connection, onStuck);
  const follow = (): void => {
    stopFollowing ??= followUplink(connection, (paused) => {
      isPaused = paused;
      onChange();
    });
  };
  connection.onconnectionstatechange = () => {
    if (role === 'field' && connection.connectionState === 'connected') follow();
    onChange();
  };
  connection.ontrack = ({ track }) => onTrack(track);
  if (role === 'operator') {
    connection.addTransceiver('video', { direction: 'recvonly' });
    void connection.addTransceiver('audio', { direction: 'sendrecv' }).sender.replaceTrack(tracks().audio);
  }
  const channel = openChannel(connection, role, { onMessage, onChange });
  return {
    state: () => connection.connectionState,
    isPicturePaused: () => isPaused,
    ...negotiation,
    carry: () => carryTracks(connection, tracks()),
    say: channel.say,
    restart: way.restart,
    isWell: way.isWell,
    close: () => {
      way.stop();
      stopFollowing?.();
      channel.close();
      connection.onnegotiationneeded = connection.onicecandidate = null;
      connection.onconnectionstatechange = connection.ontrack = null;
      connection.close();
    },
  };
};

/** A disturbed way often comes back by itself within moments. */
const DISTURBED_MS = 2_000;
/** A way that was never found is looked for again: nothing tells when a network is back. */
const OPENING_MS = 15_000;
const STUCK_MS = 10_000;

/**
 * Restarts ICE when the way is gone, as from Wi-Fi to mobile.
 *
 * @param onStuck told when that does not help: the other side may only offer, and never answer
 */
const healWay = (connection: RTCPeerConnection, onStuck: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (then: () => void, delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(then, delayMs);
  };
  const isWell = (): boolean => ['connected', 'completed'].includes(connection.iceConnectionState);
  const restart = (): void => {
    connection.restartIce();
    wait(() => isWell() || onStuck(), STUCK_MS);
  };
  connection.oniceconnectionstatechange = () => {
    const state = connection.iceConnectionState;
    if (state === 'failed') restart();
    else if (state === 'disconnected') wait(() => isWell() || restart(), DISTURBED_MS);
    else if (isWell()) clearTimeout(timer);
  };
  wait(() => isWell() || restart(), OPENING_MS);
  return {
    restart,
    isWell,
    stop: () => {
      clearTimeout(timer);
      connection.oniceconnectionstatechange = null;
    },
  };
};

/** More than so many waiting bytes are not added to: a pointer that comes late points at nothing. */
const MAX_WAITING_BYTES = 262_144;

type Listeners = { onMessage: (message: DataMessage) => void; onChange: () => void };

/** The operator makes the data channel, the field person takes it. */
const openChannel = (connection: RTCPeerConnection, role: PeerRole, { onMessage, onChange }: Listeners) => {
  let channel: RTCDataChannel | undefined;
  const readMessage = role === 'field' ? readOperatorMessage : readFieldMessage;
  const use = (opened: RTCDataChannel): void => {
    channel = opened;
    channel.onopen = channel.onclose = onChange;
    channel.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message) onMessage(message);
    };
  };
  connection.ondatachannel = ({ channel: offered }) => {
    if (role === 'field' && offered.label === DATA_CHANNEL) use(offered);
    else offered.close();
  };
  if (role === 'operator') use(connection.createDataChannel(DATA_CHANNEL));
  return {
    say: (message: DataMessage): boolean => {
      if (channel?.readyState !== 'open' || channel.bufferedAmount > MAX_WAITING_BYTES) return false;
      channel.send(JSON.stringify(message));
      return true;
    },
    close: () => {
      connection.ondatachannel = null;
      if (channel) channel.onmessage = channel.onopen = channel.onclose = null;
    },
  };
};

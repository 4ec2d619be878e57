import { vi } from 'vitest';

let connections = 0;

/** Descriptions change its states as WebRTC 1.0 says, rollback included. */
export const createFakeConnection = (configuration: RTCConfiguration = {}) => {
  const origin = String(++connections);
  let version = 0;
  const transceivers: ReturnType<typeof createTransceiver>[] = [];
  const need = (): void =>
    queueMicrotask(() => connection.signalingState === 'stable' && connection.onnegotiationneeded?.());
  const connection = {
    configuration,
    signalingState: 'stable' as RTCSignalingState,
    connectionState: 'new' as RTCPeerConnectionState,
    iceConnectionState: 'new' as RTCIceConnectionState,
    localDescription: null as RTCSessionDescriptionInit | null,
    remoteDescription: null as RTCSessionDescriptionInit | null,
    onnegotiationneeded: null as (() => void) | null,
    onicecandidate: null as ((event: { candidate: unknown }) => void) | null,
    oniceconnectionstatechange: null as (() => void) | null,
    onconnectionstatechange: null as (() => void) | null,
    ontrack: null,
    ondatachannel: null as ((event: { channel: unknown }) => void) | null,
    candidates: [] as unknown[],
    channels: [] as ReturnType<typeof createChannel>[],
    restartIce: vi.fn(need),
    getTransceivers: () => transceivers,
    getStats: async () => new Map(),
    addTransceiver: (kind: string) => {
      const transceiver = createTransceiver(kind);
      transceivers.push(transceiver);
      need();
      return transceiver;
    },
    createDataChannel: (label: string) => {
      const channel = createChannel(label);
      connection.channels.push(channel);
      return channel;
    },
    setLocalDescription: async () => {
      const isAnswer = connection.signalingState === 'have-remote-offer';
      connection.signalingState = isAnswer ? 'stable' : 'have-local-offer';
      const sdp = `v=0\r\no=- ${origin} ${++version} IN IP4 0.0.0.0\r\n`;
      connection.localDescription = { type: isAnswer ? 'answer' : 'offer', sdp };
    },
    setRemoteDescription: async (description: RTCSessionDescriptionInit) => {
      const isOffer = description.type === 'offer';
      if (!isOffer && connection.signalingState !== 'have-local-offer') throw new Error('InvalidStateError');
      connection.signalingState = isOffer ? 'have-remote-offer' : 'stable';
      connection.remoteDescription = description;
    },
    addIceCandidate: async (candidate: unknown) => {
      if (!connection.remoteDescription) throw new Error('InvalidStateError');
      connection.candidates.push(candidate ?? null);
    },
    close: () => (connection.connectionState = 'closed'),
    become: (ice: RTCIceConnectionState, state: RTCPeerConnectionState) => {
      connection.iceConnectionState = ice;
      connection.connectionState = state;
      connection.oniceconnectionstatechange?.();
      connection.onconnectionstatechange?.();
    },
  };
  return connection;
};

export type FakeConnection = ReturnType<typeof createFakeConnection>;

const createTransceiver = (kind: string) => ({
  direction: 'recvonly',
  currentDirection: null,
  receiver: { track: { kind } },
  sender: {
    track: null as unknown,
    replaceTrack(track: unknown) {
      this.track = track;
      return Promise.resolve();
    },
    getParameters: () => ({ encodings: [] }),
  },
});

export const createChannel = (label: string) => {
  const channel = {
    label,
    readyState: 'open',
    bufferedAmount: 0,
    sent: [] as unknown[],
    onmessage: null as ((event: { data: unknown }) => void) | null,
    onopen: null,
    onclose: null,
    send: (text: string) => channel.sent.push(JSON.parse(text)),
    close: () => (channel.readyState = 'closed'),
  };
  return channel;
};

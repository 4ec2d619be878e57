import type { Description, Signal } from '../relay/relay-message.ts';

type Side = {
  isPolite: boolean;
  send: (signal: Signal) => void;
  prepareAnswer: () => Promise<void>;
};

/**
 * Perfect negotiation (WebRTC 1.0, 10.7): both sides may offer at any time. When two offers cross, the impolite side's
 * holds; the polite side's is rolled back by `setRemoteDescription`. Messages must be handed over in turn.
 */
export const negotiate = (connection: RTCPeerConnection, { isPolite, send, prepareAnswer }: Side) => {
  let isOffering = false;
  let isIgnoring = false;
  let early: (RTCIceCandidateInit | null)[] = [];

  const describe = async (): Promise<void> => {
    await connection.setLocalDescription();
    const description = connection.localDescription;
    if (description) send({ type: description.type as Description['type'], sdp: description.sdp });
  };
  const offer = async (): Promise<void> => {
    isOffering = true;
    try {
      await describe();
    } catch {
      // The connection was closed, or another offer came first, which is answered instead.
    } finally {
      isOffering = false;
    }
  };
  const addCandidate = async (candidate: RTCIceCandidateInit | null): Promise<void> => {
    try {
      await connection.addIceCandidate(candidate ?? undefined);
    } catch (error) {
      // Candidates of an ignored offer belong to nothing.
      if (!isIgnoring) throw error;
    }
  };
  connection.onnegotiationneeded = () => void offer();
  connection.onicecandidate = ({ candidate }) =>
    send({ type: 'candidate', candidate: candidate?.toJSON() ?? null });
  return {
    take: async ({ type, sdp }: Description): Promise<void> => {
      const { signalingState } = connection;
      // An answer to an offer that was taken back is ignored.
      if (type === 'answer' && signalingState !== 'have-local-offer') return;
      isIgnoring = type === 'offer' && !isPolite && (isOffering || signalingState !== 'stable');
      if (isIgnoring) return;
      await connection.setRemoteDescription({ type, sdp });
      const candidates = early;
      early = [];
      for (const candidate of candidates) await addCandidate(candidate);
      if (type === 'answer') return;
      await prepareAnswer();
      await describe();
    },
    addCandidate: async (candidate: RTCIceCandidateInit | null): Promise<void> => {
      if (connection.remoteDescription) return addCandidate(candidate);
      early.push(candidate);
    },
  };
};

/** The connection to one field person, with the data channel over which their phone is asked for photos. */
export const openPeer = (media, { send, onChange, onTrack, onMessage }) => {
  const connection = new RTCPeerConnection({
    iceServers: media.ice_servers,
    iceTransportPolicy: media.ice_transport_policy,
  });
  connection.oniceconnectionstatechange = () => {
    if (connection.iceConnectionState === 'failed') connection.restartIce();
  };
  connection.onconnectionstatechange = onChange;
  connection.ontrack = ({ track }) => onTrack(track);
  const negotiation = negotiate(connection, send);
  connection.addTransceiver('video', { direction: 'recvonly' });
  const microphone = connection.addTransceiver('audio', { direction: 'sendrecv' });
  const channel = connection.createDataChannel('fis.v1');
  channel.onopen = channel.onclose = onChange;
  channel.onmessage = ({ data }) => {
    const message = readMessage(data);
    if (message) onMessage(message);
  };
  return {
    ...negotiation,
    state: () => connection.connectionState,
    speak: (track) => void microphone.sender.replaceTrack(track).catch(() => {}),
    /** False where the channel is not open: nothing was said. */
    say: (message) => {
      if (channel.readyState !== 'open') return false;
      channel.send(JSON.stringify(message));
      return true;
    },
    close: () => {
      connection.onconnectionstatechange = channel.onopen = channel.onclose = channel.onmessage = null;
      connection.close();
    },
  };
};

/** Both sides may offer (perfect negotiation, WebRTC 1.0, 10.7): of two offers that cross, the operator's holds. */
const negotiate = (connection, send) => {
  let isOffering = false;
  let isIgnoring = false;
  const describe = async () => {
    await connection.setLocalDescription();
    const { type, sdp } = connection.localDescription;
    send({ type, sdp });
  };
  connection.onicecandidate = ({ candidate }) => send({ type: 'candidate', candidate });
  connection.onnegotiationneeded = async () => {
    isOffering = true;
    try {
      await describe();
    } catch (error) {
      console.warn(error.name);
    } finally {
      isOffering = false;
    }
  };
  return {
    take: async ({ type, sdp }) => {
      const { signalingState } = connection;
      // An answer to an offer that was taken back.
      if (type === 'answer' && signalingState !== 'have-local-offer') return;
      isIgnoring = type === 'offer' && (isOffering || signalingState !== 'stable');
      if (isIgnoring) return;
      await connection.setRemoteDescription({ type, sdp });
      if (type === 'offer') await describe();
    },
    addCandidate: async (candidate) => {
      try {
        await connection.addIceCandidate(candidate ?? undefined);
      } catch (error) {
        // Those of an offer that was ignored belong to nothing.
        if (!isIgnoring) throw error;
      }
    },
  };
};

/** What the other's page says may be anything: undefined where it is nothing that this page knows. */
const readMessage = (data) => {
  try {
    const message = JSON.parse(data);
    const isKnown =
      ['still_taken', 'still_refused'].includes(message?.type) && typeof message.id === 'string';
    return isKnown ? message : undefined;
  } catch {
    return undefined;
  }
};

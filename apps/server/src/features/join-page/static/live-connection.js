import { watchSilence } from './live-watch.js';

const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** Close codes of the relay after which it is no use to come back. */
const FINAL = {
  4401: 'unauthenticated',
  4403: 'invite_expired',
  4409: 'replaced',
  4410: 'session_ended',
};

/**
 * The field person's side of the live picture: waits for operators at the relay and answers their offers.
 * Only operators offer, so that two offers never cross. `share` gives them a camera, or takes it away.
 *
 * @param onState told of the relay: connecting, connected, or lost
 * @param onPeers told of the operators: waiting for one, connected, or lost
 */
export const connectLive = (media, { onState, onPeers, onVoice, onEnd }) => {
  let socket;
  let retry;
  let failures = 0;
  let wasConnected = false;
  const send = (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const peers = createPeers(media, { send, onPeers, onVoice });
  const handle = {
    offer: peers.answer,
    candidate: peers.addCandidate,
    bye: ({ from }) => peers.drop(from),
    peer_left: ({ identity }) => peers.drop(identity),
    welcome: ({ peers: present }) => {
      failures = 0;
      wasConnected = true;
      peers.keepOnly(present.map(({ identity }) => identity));
      onState('connected');
    },
  };
  const tellAway = () => onState(wasConnected ? 'lost' : 'connecting');
  const open = () => {
    tellAway();
    // The token goes beside the protocol's name: addresses end up in logs.
    socket = new WebSocket(media.url, ['fis.v1', media.token]);
    let inTurn = Promise.resolve();
    socket.onmessage = ({ data }) => {
      watch.hear();
      const message = JSON.parse(data);
      inTurn = inTurn.then(() => handle[message.type]?.(message)).catch((error) => console.warn(error.name));
    };
    socket.onclose = ({ code }) => (FINAL[code] ? end(FINAL[code]) : lose());
    watch.begin();
  };
  const abandon = () => {
    watch.stop();
    clearTimeout(retry);
    closeUnheard(socket);
  };
  const lose = () => {
    abandon();
    tellAway();
    retry = setTimeout(open, pickDelay(failures++));
  };
  const end = (reason) => {
    abandon();
    removeEventListener('online', comeOnline);
    peers.keepOnly([]);
    onEnd(reason);
  };
  const comeOnline = () => {
    if (socket.readyState === WebSocket.OPEN) return watch.look();
    abandon();
    open();
  };
  const watch = watchSilence({ ask: () => send({ type: 'ping' }), onSilence: lose });
  addEventListener('online', comeOnline);
  open();
  return { share: peers.share };
};

const pickDelay = (failures) => RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] * (0.5 + Math.random());

// What it still says late, such as that the next one has replaced it, is not meant for the next one.
const closeUnheard = (socket) => {
  socket.onmessage = socket.onclose = null;
  socket.close();
};

/** The connections to the operators, by their identities. */
const createPeers = (media, { send, onPeers, onVoice }) => {
  const peers = new Map();
  let shared;
  const trackOf = (kind) => shared?.getTracks().find((track) => track.kind === kind) ?? null;

  const tellPeers = () => {
    const states = [...peers.values()].map(({ connection }) => connection.connectionState);
    if (states.includes('connected')) return onPeers('connected');
    onPeers(states.some((state) => state === 'disconnected' || state === 'failed') ? 'lost' : 'waiting');
  };
  const drop = (identity) => {
    peers.get(identity)?.connection.close();
    peers.delete(identity);
    tellPeers();
  };
  const openPeer = (identity, origin) => {
    const connection = new RTCPeerConnection({
      iceServers: media.ice_servers,
      iceTransportPolicy: media.ice_transport_policy,
    });
    connection.onicecandidate = ({ candidate }) => send({ type: 'candidate', candidate, to: identity });
    connection.ontrack = ({ track }) => {
      if (track.kind === 'audio') onVoice(new MediaStream([track]));
    };
    connection.onconnectionstatechange = tellPeers;
    const peer = { connection, origin };
    peers.set(identity, peer);
    return peer;
  };
  return {
    drop,
    keepOnly: (identities) => {
      for (const identity of [...peers.keys()]) if (!identities.includes(identity)) drop(identity);
    },
    addCandidate: ({ from, candidate }) =>
      peers.get(from)?.connection.addIceCandidate(candidate ?? undefined),
    answer: async ({ from, sdp }) => {
      // The origin line names the connection that offers (RFC 8866 5.2): a page that was reloaded has another.
      const origin = /^o=\S+ (\S+)/m.exec(sdp)?.[1];
      if (peers.get(from)?.origin !== origin) drop(from);
      const { connection } = peers.get(from) ?? openPeer(from, origin);
      await connection.setRemoteDescription({ type: 'offer', sdp });
      for (const transceiver of connection.getTransceivers()) {
        // Ready to send before there is a camera: it then needs no second round of offers.
        transceiver.direction = 'sendrecv';
        await transceiver.sender.replaceTrack(trackOf(transceiver.receiver.track.kind));
      }
      await connection.setLocalDescription();
      send({ type: 'answer', sdp: connection.localDescription.sdp, to: from });
    },
    share: (stream) => {
      shared = stream;
      for (const { connection } of peers.values()) {
        for (const { sender, receiver } of connection.getTransceivers()) {
          sender.replaceTrack(trackOf(receiver.track.kind));
        }
      }
    },
  };
};

import { openPeer } from './operator-peer.js';
import { connectRelay } from './operator-relay.js';

/**
 * The operator's side of the live picture (docs/media.md): enters the room, and offers to each field person.
 *
 * @param readMedia gives a media_connection
 * @param onState told of the relay: connecting, connected, or why it is over
 * @param onPeers told whom the page is connected to
 * @param onTrack told of a track that a field person sends
 * @param onMessage told what a field person's page says over the data channel
 */
export const connectLive = (readMedia, { onState, onPeers, onTrack, onMessage }) => {
  const peers = new Map();
  let voice = null;
  const tellPeers = () => onPeers([...peers].map(([identity, peer]) => ({ identity, state: peer.state() })));
  const drop = (identity) => {
    peers.get(identity)?.close();
    peers.delete(identity);
    tellPeers();
  };
  const dropAll = () => [...peers.keys()].forEach(drop);
  const greet = (media, { identity, role }) => {
    if (role !== 'field') return;
    drop(identity);
    const peer = openPeer(media, {
      send: (message) => relay.send({ ...message, to: identity }),
      onChange: tellPeers,
      onTrack: (track) => onTrack(identity, track),
      onMessage: (message) => onMessage(identity, message),
    });
    peer.speak(voice);
    peers.set(identity, peer);
    tellPeers();
  };
  const hear = (message, media) => {
    const from = peers.get(message.from);
    switch (message.type) {
      case 'welcome':
        dropAll();
        return message.peers.forEach((peer) => greet(media, peer));
      case 'peer_joined':
        return greet(media, message);
      case 'peer_left':
        return drop(message.identity);
      case 'bye':
        return drop(message.from);
      case 'offer':
      case 'answer':
        return from?.take(message);
      case 'candidate':
        return from?.addCandidate(message.candidate);
    }
  };
  const relay = connectRelay(readMedia, { onState, onMessage: hear });
  return {
    /** To each field person; how many heard it. */
    say: (message) => [...peers.values()].filter((peer) => peer.say(message)).length,
    /** The operator's voice from now on; null for none. */
    speak: (track) => {
      voice = track;
      for (const peer of peers.values()) peer.speak(track);
    },
    close: (reason) => {
      relay.close(reason);
      dropAll();
    },
  };
};

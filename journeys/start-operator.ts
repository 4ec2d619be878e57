import type { MediaConnection } from '@field-inspection/sdk';
import type { Page } from 'playwright-core';

export const startOperator = async (page: Page, media: MediaConnection) => {
  await page.evaluate(`(${operate})(${JSON.stringify(media)})`);
  return {
    connectionState: () => page.evaluate<string>('operator.connection?.connectionState'),
    videoWidth: () => page.evaluate<number>('operator.video.videoWidth'),
  };
};

const operate = `(media) => {
  const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
  const operator = { video };
  globalThis.operator = operator;
  const socket = new WebSocket(media.url, ['fis.v1', media.token]);
  const send = (message) => socket.send(JSON.stringify(message));
  const offer = async (to) => {
    const connection = new RTCPeerConnection({ iceServers: media.ice_servers });
    operator.connection = connection;
    connection.addTransceiver('video', { direction: 'recvonly' });
    connection.addTransceiver('audio', { direction: 'sendrecv' });
    connection.onicecandidate = ({ candidate }) => send({ type: 'candidate', candidate, to });
    connection.ontrack = ({ track }) => {
      if (track.kind === 'video') video.srcObject = new MediaStream([track]);
    };
    await connection.setLocalDescription();
    send({ type: 'offer', sdp: connection.localDescription.sdp, to });
  };
  const handle = {
    welcome: ({ peers }) => Promise.all(peers.map(({ identity }) => offer(identity))),
    peer_joined: ({ identity }) => offer(identity),
    answer: ({ sdp }) => operator.connection.setRemoteDescription({ type: 'answer', sdp }),
    candidate: ({ candidate }) => operator.connection.addIceCandidate(candidate ?? undefined),
  };
  let inTurn = Promise.resolve();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    inTurn = inTurn.then(() => handle[message.type]?.(message));
  };
}`;

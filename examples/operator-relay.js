const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
const PING_MS = 10_000;
const SILENT_MS = 25_000;

/** Close codes of the relay after which it is no use to come back. */
const FINAL = { 4403: 'removed', 4409: 'replaced', 4410: 'ended' };

/**
 * The WebSocket over which a room is told who is in it (docs/media.md); it comes back by itself.
 *
 * @param readMedia gives a media_connection; asked for each time, since tokens expire
 * @param onState told of the relay: connecting, connected, or why it is over
 * @param onMessage told what the relay says, in turn, with the media_connection that it came by
 */
export const connectRelay = (readMedia, { onState, onMessage }) => {
  let socket;
  let retry;
  let failures = 0;
  let heardAt = 0;
  const abandon = () => {
    clearTimeout(retry);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  };
  const comeBack = () => {
    abandon();
    onState('connecting');
    const waitMs = RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)];
    retry = setTimeout(open, waitMs * (0.5 + Math.random()));
  };
  const close = (reason) => {
    abandon();
    clearInterval(watch);
    onState(reason);
  };
  const listen = (media) => {
    // The token goes beside the protocol's name: addresses end up in logs.
    socket = new WebSocket(media.url, ['fis.v1', media.token]);
    heardAt = performance.now();
    let inTurn = Promise.resolve();
    socket.onmessage = ({ data }) => {
      heardAt = performance.now();
      const message = JSON.parse(data);
      if (message.type === 'welcome') {
        failures = 0;
        onState('connected');
      }
      inTurn = inTurn.then(() => onMessage(message, media)).catch((error) => console.warn(error.name));
    };
    socket.onclose = ({ code }) => (FINAL[code] ? close(FINAL[code]) : comeBack());
  };
  const open = () => readMedia().then(listen).catch(comeBack);
  const send = (message) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const watch = setInterval(() => {
    send({ type: 'ping' });
    // Nobody tells a page that its network is gone.
    if (socket?.readyState === WebSocket.OPEN && performance.now() - heardAt > SILENT_MS) comeBack();
  }, PING_MS);
  onState('connecting');
  void open();
  return { send, close };
};

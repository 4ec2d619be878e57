import { readRelayMessage, type RelayMessage } from './relay-message.ts';

export type RelayWay = { url: string; token: string };

export type CreateSocket = (url: string, protocols: string[]) => WebSocket;

type Listeners = {
  /** Called for any message, since it shows that the relay is alive. */
  onHeard: () => void;
  onMessage: (message: RelayMessage) => Promise<void> | void;
  onClose: (code: number) => void;
};

const OPEN = 1;

export const openSocket = (
  { url, token }: RelayWay,
  createSocket: CreateSocket,
  { onHeard, onMessage, onClose }: Listeners,
) => {
  // The token goes beside the protocol's name, since addresses end up in logs.
  const socket = createSocket(url, ['fis.v1', token]);
  let isHeard = true;
  // Messages are taken in turn: a candidate must not overtake its offer.
  let inTurn = Promise.resolve();
  socket.onmessage = ({ data }) => {
    onHeard();
    const message = readRelayMessage(data);
    if (!message) return;
    // A message that fails, such as an invalid offer, must not stop those after it.
    inTurn = inTurn.then(() => (isHeard ? onMessage(message) : undefined)).catch(() => {});
  };
  socket.onclose = ({ code }) => onClose(code);
  const isOpen = (): boolean => socket.readyState === OPEN;
  return {
    isOpen,
    send: (message: object): boolean => {
      if (isOpen()) socket.send(JSON.stringify(message));
      return isOpen();
    },
    /** The closed socket's last messages, such as that the next one has replaced it, must not reach the next one. */
    closeUnheard: () => {
      isHeard = false;
      socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
};

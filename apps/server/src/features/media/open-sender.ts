import type { WebSocket } from 'ws';
import { CLOSE_CODES, type CloseReason } from './close-reasons.ts';
import type { ServerMessage } from './signal-message.ts';

/** The most unsent bytes: a receiver that reads too slowly is closed before it fills the memory. */
export const MAX_UNSENT_BYTES = 512 * 1024;

type Socket = Pick<WebSocket, 'readyState' | 'OPEN' | 'bufferedAmount' | 'send' | 'close'>;

/** Sends to a socket while it is open. Waiting messages go out before a close, or are dropped if it takes too long. */
export const openSender = (socket: Socket) => {
  const close = (reason: CloseReason): void => socket.close(CLOSE_CODES[reason], reason);
  const send = (message: ServerMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) return close('too_slow');
    socket.send(JSON.stringify(message));
  };
  return { send, close };
};

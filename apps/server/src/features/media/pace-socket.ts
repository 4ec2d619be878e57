import type { WebSocket } from 'ws';
import { CLOSE_CODES, type CloseReason } from './close-reasons.ts';
import type { ServerMessage } from './signal-message.ts';

/** A receiver that reads too slowly is closed before it fills the memory. */
export const MAX_UNSENT_BYTES = 512 * 1024;

type Socket = Pick<WebSocket, 'readyState' | 'OPEN' | 'bufferedAmount' | 'send' | 'close'>;

/** Waiting messages go out before a close, or are dropped if it takes too long. */
export const openSender = (socket: Socket) => {
  const close = (reason: CloseReason): void => socket.close(CLOSE_CODES[reason], reason);
  const send = (message: ServerMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) return close('too_slow');
    socket.send(JSON.stringify(message));
  };
  return { send, close };
};

/** Later frames stay with their sender. */
export const MAX_WAITING = 16;

/** While too many frames wait, the socket is not read: TCP makes the sender wait, and memory stays free. */
export const createTurns = (
  socket: Pick<WebSocket, 'pause' | 'resume' | 'isPaused'>,
  onFailure: (error: unknown) => void,
) => {
  let waiting = 0;
  let inTurn: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    waiting -= 1;
    if (waiting < MAX_WAITING / 2 && socket.isPaused) socket.resume();
  };
  return {
    take: (work: () => Promise<unknown>): void => {
      waiting += 1;
      if (waiting >= MAX_WAITING && !socket.isPaused) socket.pause();
      inTurn = inTurn.then(work).catch(onFailure).finally(end);
    },
    end: (): Promise<void> => inTurn.then(() => undefined),
  };
};

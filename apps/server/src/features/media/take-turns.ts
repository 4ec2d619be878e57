import type { WebSocket } from 'ws';

/** So many frames of a socket wait for their turn; what comes later stays with its sender. */
export const MAX_WAITING = 16;

/**
 * Handles what a socket says one after the other. While too much waits, nothing more is read of the socket: TCP makes
 * the sender wait, and a flood stays out of the memory.
 */
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
    /** Waits for all that has been given until now. */
    end: (): Promise<void> => inTurn.then(() => undefined),
  };
};

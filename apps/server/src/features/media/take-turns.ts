import type { WebSocket } from 'ws';

/** The most frames of a socket that wait for their turn; later ones stay with their sender. */
export const MAX_WAITING = 16;

/**
 * Handles the frames of a socket one after the other. While too many wait, the socket is not read: TCP makes the
 * sender wait, and a flood stays out of the memory.
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
    /** Waits for all work that was taken until now. */
    end: (): Promise<void> => inTurn.then(() => undefined),
  };
};

import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that requests under way may take after a stop. */
const CLOSE_MS = 15_000;
/** Milliseconds in which waiting connections are accepted; they go on coming where callers go past a balancer. */
const EMPTY_MS = 2_000;
/** A connection can hardly come unseen in a turn of the event loop that took no longer. */
const SHORT_MS = 1;

/** Stops listening, and resolves when every request has been answered, or had its time. */
export const closeListener = async (server: Server): Promise<void> => {
  await untilNoneWaits(server);
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    // A kept-alive connection in use closes after its reply.
    server.closeIdleConnections();
  });
};

/**
 * Waits until no connection waits to be accepted: the system resets each of them as soon as the process stops
 * listening. Node accepts one in a turn of the event loop, so that under load some always wait.
 */
const untilNoneWaits = async (server: Server): Promise<void> => {
  const deadline = performance.now() + EMPTY_MS;
  // The turn under way may have looked before.
  await nextTurn();
  while ((await isBusyTurn(server)) && performance.now() < deadline);
};

const isBusyTurn = async (server: Server): Promise<boolean> => {
  const began = performance.now();
  let hasCome = false;
  const note = () => void (hasCome = true);
  server.on('connection', note);
  await nextTurn();
  server.off('connection', note);
  return hasCome || performance.now() - began > SHORT_MS;
};

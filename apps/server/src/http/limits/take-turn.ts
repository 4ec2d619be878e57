import { createShares } from '../../platform/concurrency/create-shares.ts';

/** A body up to this size waits for nobody: it is judged in a millisecond or two. */
export const SMALL_BODY_BYTES = 16 * 1024;

/** What is left of a second is everybody else's: 1 MiB of JSON may take 50 ms of the one thread that serves all. */
const BYTES_PER_SECOND = 1024 ** 2;

/** What waits is held in memory. */
export const TURN_WAIT_MS = 2_000;

/** Waits for the turn of a body of so many bytes among those of its owner. */
export type TakeTurn = (owner: string, bytes: number) => Promise<void>;

/**
 * Lets large bodies of JSON of one owner wait for each other, until those before have been judged and the process has had
 * time for others. A request passes several turns of the event loop: without this, it would wait in each of them for all
 * bodies that have come since.
 *
 * @throws {NoPlaceError} what has waited as long as it may
 */
export const createTurns = (): TakeTurn => {
  const inTurn = createShares(1);
  return async (owner, bytes) => {
    if (bytes <= SMALL_BODY_BYTES) return;
    await new Promise<void>((enter, refuse) => {
      const hold = (): Promise<void> => {
        enter();
        return new Promise((leave) => setTimeout(leave, (1000 * bytes) / BYTES_PER_SECOND).unref());
      };
      inTurn(owner, { waitMs: TURN_WAIT_MS }, hold).catch(refuse);
    });
  };
};

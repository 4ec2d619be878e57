/** A body of this size waits for nobody: judging it takes a millisecond or two. */
export const SMALL_BODY_BYTES = 16 * 1024;

/** 1 MiB of JSON may take 50 ms of the one thread that serves all. */
export const BYTES_PER_SECOND = 1024 ** 2;

/**
 * Milliseconds. Waiting bodies are in memory, 11 MiB of an owner at most, and must be answered before the client gives
 * up (the SDK after 30 s) and before a stopping process has ended its requests (after 15 s).
 */
export const LONGEST_TURN_WAIT_MS = 10_000;

/** The body was not judged: too many of its owner's came before it. */
export class NoTurnError extends Error {
  override name = 'NoTurnError';
  readonly retryAfterSeconds: number;

  constructor(waitMs: number) {
    super('too many large bodies wait for their turn');
    this.retryAfterSeconds = Math.ceil(waitMs / 1000);
  }
}

export type TakeTurn = (owner: string, bytes: number) => Promise<void>;

type Queue = { bytes: number; last: Promise<void> };

/**
 * Lets large JSON bodies of an owner wait for each other, until earlier ones have been judged and the process has had
 * time for others. A request passes several turns of the event loop: without this, it would wait in each of them for
 * all bodies that have come since.
 *
 * @throws {NoTurnError} at once, for a body that would wait too long
 */
export const createTurns = (): TakeTurn => {
  const queues = new Map<string, Queue>();
  return async (owner, bytes) => {
    if (bytes <= SMALL_BODY_BYTES) return;
    const queue = queues.get(owner) ?? { bytes: 0, last: Promise.resolve() };
    const waitMs = timeOf(queue.bytes);
    if (waitMs > LONGEST_TURN_WAIT_MS) throw new NoTurnError(waitMs);
    queues.set(owner, queue);
    queue.bytes += bytes;
    const before = queue.last;
    queue.last = before.then(async () => {
      await pass(timeOf(bytes));
      queue.bytes -= bytes;
      if (queue.bytes === 0) queues.delete(owner);
    });
    await before;
  };
};

const timeOf = (bytes: number): number => (1000 * bytes) / BYTES_PER_SECOND;

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

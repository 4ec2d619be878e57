import { setTimeout as sleep } from 'node:timers/promises';
import { postSession, type Caller, type Outcome } from './post-session.ts';

const WRITERS = 6;
const AGAIN_MS = 250;
const PAUSE_MS = 30;

export type Load = {
  acknowledged: Map<string, string>;
  outcomes: Outcome[];
  /** Faults of the service itself: a broken connection, or another session for a repeated key. */
  faults: string[];
  isFlowing: () => boolean;
  stop: () => Promise<void>;
};

/**
 * Clients write without a rest beside `work`. Each write has its own Idempotency-Key, and is sent until it is
 * acknowledged.
 */
export const writeUnderLoad = async <T>(
  { caller, name }: { caller: Caller; name: string },
  run: (load: Load) => Promise<T>,
): Promise<T> => {
  const { load, abort } = startWriters(caller, name);
  try {
    return await run(load);
  } finally {
    abort();
  }
};

const startWriters = (caller: Caller, name: string): { load: Load; abort: () => void } => {
  const acknowledged = new Map<string, string>();
  const outcomes: Outcome[] = [];
  const faults: string[] = [];
  let [begun, lastAt, isStopping, isAborted] = [0, 0, false, false];

  const tryOnce = async (reference: string): Promise<string | undefined> => {
    try {
      const outcome = await postSession(caller, { reference, key: reference });
      outcomes.push(outcome);
      return outcome.status === 201 ? outcome.id : undefined;
    } catch (error) {
      faults.push(`${reference}: ${String((error as Error).cause ?? error)}`);
      return undefined;
    }
  };
  const untilAcknowledged = async (reference: string): Promise<string> => {
    while (!isAborted) {
      const id = await tryOnce(reference);
      if (id) return id;
      await sleep(AGAIN_MS);
    }
    throw new Error(`${reference} was not acknowledged`);
  };
  const writer = async (): Promise<void> => {
    while (!isStopping) {
      const number = begun++;
      const reference = `${name} ${number}`;
      const id = await untilAcknowledged(reference);
      acknowledged.set(reference, id);
      lastAt = performance.now();
      // Some writers repeat a write that was answered.
      const again = number % 5 === 0 ? await untilAcknowledged(reference) : id;
      if (again !== id) faults.push(`${reference}: ${id}, and then ${again}`);
      await sleep(PAUSE_MS);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, writer));
  writing.catch(() => {});
  const load = {
    acknowledged,
    outcomes,
    faults,
    isFlowing: () => performance.now() - lastAt < 1_000,
    stop: async () => {
      isStopping = true;
      await writing;
    },
  };
  return { load, abort: () => void ([isStopping, isAborted] = [true, true]) };
};

/**
 * While the database is away a client may get 503 with a time to come back, or hear that the first try is under way;
 * anything else is odd.
 */
export const listOddOutcomes = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ status, code, contentType, retryAfter }) => {
    if (status === 201) return false;
    const isAnnounced = /^\d+$/.test(retryAfter ?? '') && contentType.startsWith('application/problem+json');
    const isExpected =
      (status === 503 && code === 'unavailable') || (status === 409 && code === 'idempotency_in_flight');
    return !isAnnounced || !isExpected;
  });

/** Thrown where a call waited in vain for a place of its key. */
export class NoPlaceError extends Error {
  override name = 'NoPlaceError';
}

/** Runs work of one key, so much at once and no more; the rest waits in the order of the calls, and no other key does. */
export type Shares = <Result>(
  key: string,
  { waitMs }: { waitMs: number },
  work: () => Promise<Result>,
) => Promise<Result>;

type Places = { free: number; waiting: Set<() => void> };

/**
 * Shares a resource of all keys, such as the connections to the database: no key has more than its places, however much
 * it asks for at once.
 *
 * @throws {NoPlaceError} where the work has waited as long as it may; it has not run
 */
export const createShares = (places: number): Shares => {
  const taken = new Map<string, Places>();
  return async (key, { waitMs }, work) => {
    const own = taken.get(key) ?? { free: places, waiting: new Set() };
    taken.set(key, own);
    await takePlace(own, waitMs);
    try {
      return await work();
    } finally {
      leavePlace(own);
      if (own.free === places) taken.delete(key);
    }
  };
};

const takePlace = async (own: Places, waitMs: number): Promise<void> => {
  if (own.free > 0) {
    own.free -= 1;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const enter = (): void => {
      clearTimeout(deadline);
      own.waiting.delete(enter);
      resolve();
    };
    const deadline = setTimeout(() => {
      own.waiting.delete(enter);
      reject(new NoPlaceError('no place was free in time'));
    }, waitMs);
    own.waiting.add(enter);
  });
};

const leavePlace = (own: Places): void => {
  const [next] = own.waiting;
  if (next) next();
  else own.free += 1;
};

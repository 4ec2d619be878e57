export class NoPermitError extends Error {
  override name = 'NoPermitError';
}

export type Shares = <Result>(
  key: string,
  { waitMs }: { waitMs: number },
  work: () => Promise<Result>,
) => Promise<Result>;

type Permits = { free: number; waiting: Set<() => void> };

/**
 * For a resource of all keys, such as the connections to the database: no key has more than its permits, however much
 * it asks for at once.
 *
 * @throws {NoPermitError} where the work has waited as long as it may; it has not run
 */
export const createShares = (permits: number): Shares => {
  const taken = new Map<string, Permits>();
  return async (key, { waitMs }, work) => {
    const own = taken.get(key) ?? { free: permits, waiting: new Set() };
    taken.set(key, own);
    await takePermit(own, waitMs);
    try {
      return await work();
    } finally {
      returnPermit(own);
      if (own.free === permits) taken.delete(key);
    }
  };
};

const takePermit = async (own: Permits, waitMs: number): Promise<void> => {
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
      reject(new NoPermitError('no place was free in time'));
    }, waitMs);
    own.waiting.add(enter);
  });
};

const returnPermit = (own: Permits): void => {
  const [next] = own.waiting;
  if (next) next();
  else own.free += 1;
};

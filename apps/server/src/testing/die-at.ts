import type { Context } from '../context.ts';

/** The process dies as by kill -9 from outside, but at this very point. */
export const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

type Point = 'reading' | 'storing' | 'recording' | 'recorded' | undefined;

/** The process dies at the first read of an object, after a store, or while or after the record of that. */
export const dieAt = (point: Point, context: Context): Context => {
  const { objects, transact } = context;
  let isStored = false;
  return {
    ...context,
    objects: {
      ...objects,
      get: point === 'reading' ? die : objects.get,
      putContent: async (body, owner) => {
        const stored = await objects.putContent(body, owner);
        isStored = true;
        return point === 'storing' ? die() : stored;
      },
    },
    transact: async (run) => {
      const result = await transact(async (tx) => {
        const done = await run(tx);
        return isStored && point === 'recording' ? die() : done;
      });
      return isStored && point === 'recorded' ? die() : result;
    },
  };
};

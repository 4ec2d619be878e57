import { readConfig } from '../config/read-config.ts';
import { createContext, type Context } from '../context.ts';
import { createTestSeal } from './create-test-seal.ts';
import { startWorker } from '../start-worker.ts';

/** Where a worker dies while it makes a report. */
export const DEATHS = ['rendering', 'sealing', 'storing', 'publishing', 'published'] as const;

export type Death = (typeof DEATHS)[number];

// As kill -9 from outside, but at this very point.
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

const dieAt = (death: Death, context: Context): Context => {
  const { objects, transact, seal } = context;
  let isStored = false;
  return {
    ...context,
    seal: death === 'sealing' && seal ? { ...seal, sign: die } : seal,
    objects: {
      ...objects,
      get: death === 'rendering' ? die : objects.get,
      putContent: async (body, owner) => {
        const stored = await objects.putContent(body, owner);
        isStored = true;
        return death === 'storing' ? die() : stored;
      },
    },
    transact: async (run) => {
      const result = await transact(async (tx) => {
        const done = await run(tx);
        return isStored && death === 'publishing' ? die() : done;
      });
      return isStored && death === 'published' ? die() : result;
    },
  };
};

if (import.meta.main) {
  const settings = readConfig(process.env);
  const { seal } = createTestSeal();
  const context = await createContext(settings, { seal });
  await startWorker(dieAt(process.argv[2] as Death, context), settings.secrets.databaseUrl!);
}

import { createApp } from '../app.ts';
import { readConfig } from '../config/read-config.ts';
import { createContext, type Context } from '../context.ts';
import { createHealth } from '../http/probes/health.ts';
import { listenHttp } from '../http/listen-http.ts';
import { createSeal } from '../platform/seal/create-seal.ts';
import { createTestPerson } from './create-test-seal.ts';

/** Where a server dies while a person signs. */
export const SIGNING_DEATHS = ['preparing', 'authorising', 'storing', 'recording', 'recorded'] as const;

export type SigningDeath = (typeof SIGNING_DEATHS)[number];

// As kill -9 from outside, but at this very point.
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

/** The remote provider is away from here: whoever plays it kills this process while it authorises. */
const dieAt = (death: SigningDeath, context: Context): Context => {
  const { objects, transact, demoSigner } = context;
  let isStored = false;
  return {
    ...context,
    demoSigner: death === 'authorising' && demoSigner ? { ...demoSigner, sign: die } : demoSigner,
    objects: {
      ...objects,
      get: death === 'preparing' ? die : objects.get,
      putContent: async (body, owner) => {
        const stored = await objects.putContent(body, owner);
        isStored = true;
        return death === 'storing' ? die() : stored;
      },
    },
    transact: async (run) => {
      const result = await transact(async (tx) => {
        const done = await run(tx);
        return isStored && death === 'recording' ? die() : done;
      });
      return isStored && death === 'recorded' ? die() : result;
    },
  };
};

if (import.meta.main) {
  const settings = readConfig(process.env);
  const { key, certificates } = createTestPerson('P-256', 'demo signer');
  // Only where there is no remote provider: each signs in its turn.
  const demoSigner = settings.config.cscUrl ? null : createSeal({ key, certificates, demo: true });
  const context = await createContext(settings, demoSigner ? { demoSigner } : {});
  const app = createApp(dieAt(process.argv[2] as SigningDeath, context), createHealth(context));
  const { port } = await listenHttp(app, { port: 0, host: '127.0.0.1' }, context);
  console.log(`http://127.0.0.1:${port}`);
}

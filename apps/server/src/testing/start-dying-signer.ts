import { createApp } from '../app.ts';
import { readConfig } from '../config/read-config.ts';
import { createContext } from '../context.ts';
import { createHealth } from '../http/probes/health.ts';
import { listenHttp } from '../http/listen-http.ts';
import { createSeal } from '../platform/seal/create-seal.ts';
import { createTestPerson } from './create-test-seal.ts';
import { die, dieAt } from './die-at.ts';

export const SIGNING_DEATHS = ['preparing', 'authorising', 'storing', 'recording', 'recorded'] as const;

export type SigningDeath = (typeof SIGNING_DEATHS)[number];

const POINTS = {
  preparing: 'reading',
  authorising: undefined,
  storing: 'storing',
  recording: 'recording',
  recorded: 'recorded',
} as const;

if (import.meta.main) {
  const settings = readConfig(process.env);
  const { key, certificates } = createTestPerson('P-256', 'demo signer');
  // The demo signer is there only without a remote provider: each signs in its turn.
  const demoSigner = settings.config.cscUrl ? null : createSeal({ key, certificates, demo: true });
  const context = await createContext(settings, demoSigner ? { demoSigner } : {});
  const death = process.argv[2] as SigningDeath;
  // The remote provider runs elsewhere, and kills this process while it authorises.
  const dying = {
    ...dieAt(POINTS[death], context),
    demoSigner: death === 'authorising' && demoSigner ? { ...demoSigner, sign: die } : context.demoSigner,
  };
  const app = createApp(dying, createHealth(context));
  const { port } = await listenHttp(app, { port: 0, host: '127.0.0.1' }, context);
  console.log(`http://127.0.0.1:${port}`);
}

import { readConfig } from '../config/read-config.ts';
import { createContext } from '../context.ts';
import { createTestSeal } from './create-test-seal.ts';
import { die, dieAt } from './die-at.ts';
import { holdSeal } from '../platform/seal/open-seal-source.ts';
import { startWorker } from '../start-worker.ts';

export const DEATHS = ['rendering', 'sealing', 'storing', 'publishing', 'published'] as const;

export type Death = (typeof DEATHS)[number];

const POINTS = {
  rendering: 'reading',
  sealing: undefined,
  storing: 'storing',
  publishing: 'recording',
  published: 'recorded',
} as const;

if (import.meta.main) {
  const settings = readConfig(process.env);
  const { seal } = createTestSeal();
  const context = await createContext(settings, { seal });
  const death = process.argv[2] as Death;
  const dying = {
    ...dieAt(POINTS[death], context),
    seal: holdSeal(death === 'sealing' ? { ...seal, sign: die } : seal),
  };
  await startWorker(dying, settings.secrets.databaseUrl!);
}

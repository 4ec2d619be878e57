import { readConfig } from '../../config/read-config.ts';
import { createContext, type Context } from '../../context.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { runSimulation, type SimulationResult } from './run-simulation.ts';

const WORKERS = 2;

/** Seeds run one after the other on a database, and on all databases at once. */
export const runSeeds = async (databaseUrls: string[], seeds: number[]): Promise<SimulationResult[]> => {
  const waiting = [...seeds];
  const results: SimulationResult[] = [];
  const work = async (databaseUrl: string): Promise<void> => {
    const base = await openBase(databaseUrl);
    const databases = Array.from({ length: WORKERS }, () => openDatabase({ databaseUrl, maxConnections: 4 }));
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      results.push(await runSimulation(base, { seed, databases }));
    }
    await Promise.all(databases.map((database) => database.close()));
    await base.close();
  };
  await Promise.all(databaseUrls.map(work));
  return results.sort((a, b) => a.seed - b.seed);
};

const openBase = (databaseUrl: string): Promise<Context> =>
  createContext(
    readConfig({
      DATABASE_URL: databaseUrl,
      BASE_URL: 'http://127.0.0.1:1',
      MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      // Two attempts at a time for an endpoint: fewer than the lanes, so that some are parked.
      WORKER_CONCURRENCY: '16',
      LOG_LEVEL: 'silent',
    }),
  );

// script/node apps/server/src/testing/simulate-webhooks.ts [--seeds 200] [--seed S] runs the webhook simulation
// (run-simulation.ts) for the seeds 1 to N, or for one seed, whose run is printed.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../demo/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '../platform/migrations/migrate-database.ts';
import { runSeeds } from './webhook-simulation/run-seeds.ts';

const { values } = parseArgs({ options: { seeds: { type: 'string' }, seed: { type: 'string' } } });
const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(values.seeds ?? 200) }, (_, index) => index + 1)
    : [Number(values.seed)];

const dataDir = await mkdtemp(join(tmpdir(), 'fis-simulation-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
try {
  await migrateDatabase({ databaseUrl: postgres.databaseUrl });
  const results = await runSeeds([postgres.databaseUrl], seeds);
  for (const { seed, trace, problems } of results) {
    if (values.seed !== undefined || problems.length > 0) console.log(trace.join('\n'));
    for (const problem of problems) console.log(`seed ${seed}: ${problem}`);
  }
  const failed = results.filter(({ problems }) => problems.length > 0).map(({ seed }) => seed);
  console.log(
    `${results.length} seeds, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

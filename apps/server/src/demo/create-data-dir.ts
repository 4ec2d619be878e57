// Makes the database of a data folder that is not there yet, so that the first start finds it. script/setup.sh runs
// this while it generates code. A failure here comes again at the start, and is said there.
import { existsSync } from 'node:fs';
import { readConfig } from '../config/read-config.ts';
import { planMigration } from '../platform/database/pools/plan-migration.ts';
import { migrateDatabase } from '../platform/migrations/migrate-database.ts';
import { openDatabase } from './open-embedded.ts';

const given = readConfig(process.env);
if (given.config.embedded && !existsSync(given.config.dataDir)) {
  const { settings, close } = await openDatabase(given);
  try {
    await migrateDatabase(planMigration(settings.secrets));
  } finally {
    await close();
  }
}

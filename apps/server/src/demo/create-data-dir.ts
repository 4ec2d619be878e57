// The first start then finds the database. script/setup.sh runs this; the start repeats a failure, and tells it.
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

import { judgeMasterKeys } from '../../admin/master-keys/check-master-keys.ts';
import { ConfigError } from '../../config/read-config.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { systemRandom } from '../../platform/secrets/random.ts';
import { ok, wrong, type Examined, type Verdict } from './finding.ts';

/** Whether MASTER_KEYS are those that the database knows: what a start would stop at. Nothing is noted. */
export const judgeKeys = async ({ databaseUrl, secrets }: Examined): Promise<Verdict[]> => {
  // The database in DATA_DIR has its key beside it.
  if (secrets.masterKeys.length === 0) return [];
  const database = openDatabase({ databaseUrl, maxConnections: 1 });
  try {
    await judgeMasterKeys({ database, keyring: createKeyring(secrets.masterKeys, systemRandom) });
    return [ok('MASTER_KEYS has the keys that its values are sealed with.')];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map(wrong);
  } finally {
    await database.close();
  }
};

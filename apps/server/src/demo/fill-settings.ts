import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hideWhenPrinted, type MasterKey } from '../config/read-config.ts';
import type { Settings } from '../context.ts';
import { openEdges } from './open-edges.ts';

export const fillSettings = async ({ config, secrets }: Settings): Promise<Settings> => {
  const masterKeys =
    secrets.masterKeys.length > 0 ? secrets.masterKeys : [await ensureMasterKey(config.dataDir)];
  const settings = { config, secrets: hideWhenPrinted({ ...secrets, masterKeys }) };
  return config.demo ? { ...settings, openEdges: (tools) => openEdges(settings, tools) } : settings;
};

/** Makes the key of a data folder at the first call, for a server that is given no MASTER_KEYS. */
export const ensureMasterKey = async (dataDir: string): Promise<MasterKey> => {
  const file = join(dataDir, 'master-key');
  const fresh = randomBytes(32).toString('base64');
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return { kid: 'demo', key: Buffer.from(await readFile(file, 'utf8'), 'base64') };
};

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, hideWhenPrinted, type Config, type MasterKey, type Secrets } from '../config.ts';
import { ensureDemoAuthority } from './authority/ensure-demo-authority.ts';
import { acquireDataDirLock } from './embedded-postgres/acquire-data-dir-lock.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';

/** The settings of a server that brings its own database, and what ends that database. */
export type Embedded = {
  config: Config;
  secrets: Secrets;
  /** In demo mode: the authority that receivers on localhost get their certificates from. */
  authority: { caFile: string; caKeyFile: string } | undefined;
  close: () => Promise<void>;
};

/** Takes the data folder, starts the database in it, and makes up what demo mode does not ask for. */
export const openEmbedded = async ({
  config,
  secrets,
}: {
  config: Config;
  secrets: Secrets;
}): Promise<Embedded> => {
  await mkdir(config.dataDir, { recursive: true }).catch((cause: Error) => {
    throw new ConfigError(`DATA_DIR: ${config.dataDir} can't be made: ${cause.message}`, { cause });
  });
  const lock = await acquireDataDirLock({ dataDir: config.dataDir, baseUrl: config.baseUrl });
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (line) => console.error(line),
      onExit: (reason) => console.error(`The embedded database ended: ${reason}`),
    });
    const masterKeys =
      secrets.masterKeys.length > 0 ? secrets.masterKeys : [await ensureMasterKey(config.dataDir)];
    const authority = config.demo ? await ensureDemoAuthority({ dir: config.dataDir }) : undefined;
    return {
      config: { ...config, webhookCaFile: config.webhookCaFile ?? authority?.caFile },
      secrets: hideWhenPrinted({ ...secrets, databaseUrl: postgres.databaseUrl, masterKeys }),
      authority,
      close: async () => {
        await postgres.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

const ensureMasterKey = async (dataDir: string): Promise<MasterKey> => {
  const file = join(dataDir, 'master-key');
  const fresh = randomBytes(32).toString('base64');
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return { kid: 'demo', key: Buffer.from(await readFile(file, 'utf8'), 'base64') };
};

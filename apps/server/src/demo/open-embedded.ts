import { hideWhenPrinted } from '../config/read-config.ts';
import type { Settings } from '../context.ts';
import { makeFolder } from '../platform/make-folder.ts';
import type { Start } from '../start-server.ts';
import { acquireDataDirLock } from './embedded-postgres/data-dir-lock.ts';
import { makeServiceRole } from './embedded-postgres/make-service-role.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import { ensureMasterKey } from './fill-settings.ts';
import { explainDataDir } from './explain-data-dir.ts';

/** `onLaunch` is called when the database has begun to start. */
export const openEmbedded = async (settings: Settings, onLaunch?: () => void): Promise<Start> => {
  const explain = (error: unknown) => explainDataDir(settings.config.dataDir, error);
  try {
    return { ...(await openDataDir(settings, onLaunch)), explain };
  } catch (error) {
    throw explain(error);
  }
};

const openDataDir = async (given: Settings, onLaunch?: () => void): Promise<Start> => {
  const { settings, close } = await openDatabase(given, onLaunch);
  try {
    return { ...(settings.config.demo ? await openDemo(settings) : settings), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The folder is locked until the database is closed. */
export const openDatabase = async (
  { config, secrets }: Settings,
  onLaunch?: () => void,
): Promise<{ settings: Settings; close: () => Promise<void> }> => {
  await makeFolder(config.dataDir);
  const lock = await acquireDataDirLock({ dataDir: config.dataDir, baseUrl: config.baseUrl });
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (line) => console.error(line),
      ...(onLaunch ? { onLaunch } : {}),
      onExit: (reason) => console.error(`The embedded database ended: ${reason}`),
    });
    const masterKeys =
      secrets.masterKeys.length > 0 ? secrets.masterKeys : [await ensureMasterKey(config.dataDir)];
    const settings = {
      config,
      secrets: hideWhenPrinted({
        ...secrets,
        databaseUrl: await makeServiceRole(postgres.databaseUrl),
        databaseOwnerUrl: postgres.databaseUrl,
        masterKeys,
      }),
    };
    return {
      settings,
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

// Loaded while the database starts: the demo's pages load most of the service.
const openDemo = async (settings: Settings): Promise<Start> => {
  const demo = await import('./open-demo.ts');
  return demo.openDemo(settings);
};

import { hideWhenPrinted } from '../config/read-config.ts';
import type { Settings } from '../context.ts';
import { ensureMasterKey } from './ensure-master-key.ts';
import { openEdges } from './open-edges.ts';

/** Gives the settings of a command on a data folder, with what its server makes up where they are silent. */
export const fillSettings = async ({ config, secrets }: Settings): Promise<Settings> => {
  const masterKeys =
    secrets.masterKeys.length > 0 ? secrets.masterKeys : [await ensureMasterKey(config.dataDir)];
  const settings = { config, secrets: hideWhenPrinted({ ...secrets, masterKeys }) };
  return config.demo ? { ...settings, openEdges: (tools) => openEdges(settings, tools) } : settings;
};

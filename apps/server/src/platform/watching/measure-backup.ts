import { stat } from 'node:fs/promises';
import type { Config } from '../../config/read-config.ts';
import type { Metrics } from '../metrics.ts';

type BackupContext = {
  config: Pick<Config, 'backupStamp'>;
  metrics: Pick<Metrics, 'backupVerifiedAtSeconds'>;
};

/** Tells when the host last verified a backup: where the file is missing, never. */
export const measureBackup =
  ({ config: { backupStamp: stamp }, metrics: { backupVerifiedAtSeconds: told } }: BackupContext) =>
  async (): Promise<void> => {
    if (stamp === undefined) return;
    const { mtimeMs } = await stat(stamp).catch(() => ({ mtimeMs: 0 }));
    told.set({ stamp }, Math.floor(mtimeMs / 1000));
  };

import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Random } from '../secrets/random.ts';
import { createFolderStore } from './create-folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from '../../config/parse-s3-url.ts';

export type { ObjectStore } from './object-store.ts';

export type ObjectStoreOptions = {
  config: { dataDir: string };
  s3: S3Settings | undefined;
  clock: Clock;
  random: Random;
};

/** The bucket of S3_URL, else a folder under DATA_DIR. Nothing is touched before the first call. */
export const openObjectStore = async ({
  config,
  s3,
  clock,
  random,
}: ObjectStoreOptions): Promise<ObjectStore> => {
  if (!s3) return createFolderStore({ dir: join(config.dataDir, 'objects'), clock, random });
  // The SDK of S3 is large: it is loaded only where it is needed.
  const { createS3Store } = await import('./create-s3-store.ts');
  return createS3Store({ settings: s3, spoolDir: join(config.dataDir, 'spool'), clock, random });
};

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
// @ts-expect-error It has no types.
import S3rver from 's3rver';
import { parseS3Url, type S3Settings } from '../../../config/parse-s3-url.ts';
import type { Clock } from '../../clock.ts';
import { systemRandom } from '../../secrets/random.ts';
import { createFolderStore } from '../create-folder-store.ts';
import { createS3Store } from '../create-s3-store.ts';
import type { S3Deadlines } from '../open-s3-client.ts';

export const openTestFolder = async (clock: Clock) => {
  const home = await mkdtemp(join(tmpdir(), 'objects-'));
  const dir = join(home, 'data', 'objects');
  const store = createFolderStore({ dir, clock, random: systemRandom });
  return { store, home, dir, close: () => rm(home, { recursive: true, force: true }) };
};

export const openTestBucket = async (clock: Clock) => {
  const s3 = await startTestS3();
  const { close, ...opened } = await openTestS3Store(s3.settings, { clock });
  return {
    ...opened,
    settings: s3.settings,
    close: async () => {
      await close();
      await s3.close();
    },
  };
};

export const openTestS3Store = async (
  settings: S3Settings,
  { clock, ...deadlines }: S3Deadlines & { clock: Clock },
) => {
  const home = await mkdtemp(join(tmpdir(), 'spool-'));
  const spoolDir = join(home, 'spool');
  const store = createS3Store({ settings, spoolDir, clock, random: systemRandom, ...deadlines });
  return {
    store,
    spoolDir,
    close: async () => {
      store.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};

type Put = { bucket: string; key: string; content: Buffer | Readable; metadata: object };

type Emulator = {
  run: () => Promise<{ port: number }>;
  httpServer: Server;
  store: {
    putObject: (put: Put) => Promise<{ size: number; md5: string }>;
    getResourcePath: (bucket: string, key: string, resource: 'object') => string;
    putMetadata: (...about: [bucket: string, key: string, metadata: object, md5: string]) => Promise<void>;
  };
};

const startTestS3 = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'test-s3-'));
  const options = { address: '127.0.0.1', port: 0, silent: true, directory };
  const emulator = new (S3rver as new (options: object) => Emulator)({
    ...options,
    configureBuckets: [{ name: 'evidence' }],
  });
  putWhole(emulator, `${directory}-put`);
  const { port } = await emulator.run();
  const url = `http://S3RVER:S3RVER@127.0.0.1:${port}/evidence`;
  return {
    url,
    settings: parseS3Url(url)!,
    close: async () => {
      emulator.httpServer.closeAllConnections();
      await new Promise((resolve) => emulator.httpServer.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
};

/** The emulator answers before its file is written, and shows half of it. In S3 an object is whole when it is seen. */
const putWhole = ({ store }: Emulator, draft: string): void => {
  let drafts = 0;
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    const md5 = createHash('md5').update(bytes).digest('hex');
    const [path, file] = [store.getResourcePath(bucket, key, 'object'), `${draft}-${(drafts += 1)}`];
    await mkdir(dirname(path), { recursive: true });
    await writeFile(file, bytes);
    await rename(file, path);
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.length, md5 };
  };
};

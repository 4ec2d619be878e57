import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error It has no types.
import S3rver from 's3rver';
import { parseS3Url } from '../../../config/parse-s3-url.ts';

type Emulator = { run: () => Promise<{ port: number }>; httpServer: Server };

/** An S3 of this process with one empty bucket. Unlike S3 it shows half of an object that is being put. */
export const startTestS3 = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'test-s3-'));
  const options = { address: '127.0.0.1', port: 0, silent: true, directory };
  const emulator = new (S3rver as new (options: object) => Emulator)({
    ...options,
    configureBuckets: [{ name: 'evidence' }],
  });
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

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { startTestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';

const execute = promisify(execFile);

export const openClients = async (build: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'generated-clients-'));
  const server = await startTestServer();
  await build(folder);
  const photo = await takePhoto();
  await writeFile(join(folder, 'photo.jpg'), photo);
  return {
    server,
    photo,
    run: async <Outcome>(client: string): Promise<Outcome> => {
      const { token, call } = await joinSession(server);
      await call('PATCH', '/consent', { camera: 'granted' });
      const env = {
        PATH: process.env['PATH'],
        BASE_URL: server.baseUrl,
        API_KEY: server.seed.apiKey,
        FIELD_TOKEN: token,
        PHOTO: join(folder, 'photo.jpg'),
      };
      const program = join(folder, `dist/use-${client}.js`);
      const { stdout } = await execute(process.execPath, [program], { env, timeout: 30_000 });
      return JSON.parse(stdout) as Outcome;
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
};

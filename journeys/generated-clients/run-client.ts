import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { joinSession } from '@field-inspection/server/testing/join-session';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';

const run = promisify(execFile);

/** Runs what an integrator wrote over a generated client, as a process of its own; the folder has it, and a photo. */
export const runClient = async <Outcome>(
  server: TestServer,
  { folder, client }: { folder: string; client: string },
): Promise<Outcome> => {
  const { token, call } = await joinSession(server);
  await call('PATCH', '/consent', { camera: 'granted' });
  const env = {
    PATH: process.env['PATH'],
    BASE_URL: server.baseUrl,
    API_KEY: server.seed.apiKey,
    FIELD_TOKEN: token,
    PHOTO: join(folder, 'photo.jpg'),
  };
  const { stdout } = await run(process.execPath, [join(folder, `dist/use-${client}.js`)], {
    env,
    timeout: 30_000,
  });
  return JSON.parse(stdout) as Outcome;
};

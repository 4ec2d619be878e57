import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClients } from './generated-clients/build-clients.ts';

let server: TestServer;
let folder: string;
let photo: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-clients-'));
  server = await startTestServer();
  await buildClients(folder);
  photo = await takePhoto();
  await writeFile(join(folder, 'photo.jpg'), photo);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

type Outcome = {
  created: string;
  replayed: string;
  bare: string;
  listed: string[];
  got: string;
  status: string;
  code: string;
  limit: string;
  photo: string;
};

/** Runs what an integrator wrote, as a process of its own. */
const use = async (client: string): Promise<Outcome> => {
  const { token, call } = await joinSession(server);
  await call('PATCH', '/consent', { camera: 'granted' });
  const env = {
    PATH: process.env['PATH'],
    BASE_URL: server.baseUrl,
    API_KEY: server.seed.apiKey,
    FIELD_TOKEN: token,
    PHOTO: join(folder, 'photo.jpg'),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `dist/use-${client}.js`)], {
    env,
    timeout: 30_000,
  });
  return JSON.parse(stdout) as Outcome;
};

// The build of the clients is the proof that they compile under strict TypeScript.
describe('a client generated from openapi.json', () => {
  it.each(['hey-api', 'openapi-fetch', 'oazapfts'])(
    'by %s creates, replays, lists, gets, ends and sends a photo',
    async (client) => {
      const outcome = await use(client);
      expect(outcome).toMatchObject({ got: client, status: 'closed', code: 'not_found' });
      expect(outcome.replayed).toBe(outcome.created);
      // Pages of one, so that each id came with a cursor of its own.
      expect(outcome.listed).toEqual(expect.arrayContaining([outcome.bare, outcome.created]));
      expect(new Set(outcome.listed).size).toBe(outcome.listed.length);
      expect(outcome.photo).toBe(createHash('sha256').update(photo).digest('hex'));
      expect(outcome.limit).toMatch(/^\d+$/);
      expect((await server.client.sessions.get(outcome.created)).status).toBe('closed');
    },
  );
});

import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClients } from './generated-clients/build-clients.ts';
import { runClient } from './generated-clients/run-client.ts';

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

// The build of the clients is the proof that they compile under strict TypeScript.
describe('a client generated from openapi.json', () => {
  it.each(['hey-api', 'openapi-fetch', 'oazapfts'])(
    'by %s creates, replays, lists, gets, ends and sends a photo',
    async (client) => {
      const outcome = await runClient<Outcome>(server, { folder, client });
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

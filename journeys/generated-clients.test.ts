import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClients } from './generated-clients/build-clients.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-clients-'));
  server = await startTestServer();
  await buildClients(folder);
}, 60_000);
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
};

/** Runs what an integrator wrote, as a process of its own. */
const use = async (client: string): Promise<Outcome> => {
  const env = { PATH: process.env['PATH'], BASE_URL: server.baseUrl, API_KEY: server.seed.apiKey };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `dist/use-${client}.js`)], {
    env,
    timeout: 30_000,
  });
  return JSON.parse(stdout) as Outcome;
};

// The build of the clients is the proof that they compile under strict TypeScript.
describe('a client generated from openapi.json', () => {
  it.each(['hey-api', 'openapi-fetch'])('by %s creates, replays, lists, gets and ends', async (client) => {
    const outcome = await use(client);
    expect(outcome).toMatchObject({ got: client, status: 'closed', code: 'not_found' });
    expect(outcome.replayed).toBe(outcome.created);
    // Pages of one, so that each id came with a cursor of its own.
    expect(outcome.listed).toEqual(expect.arrayContaining([outcome.bare, outcome.created]));
    expect(new Set(outcome.listed).size).toBe(outcome.listed.length);
    expect(outcome.limit).toMatch(/^\d+$/);
    expect((await server.client.sessions.get(outcome.created)).status).toBe('closed');
  });
});

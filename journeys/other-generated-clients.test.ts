import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOtherClients } from './generated-clients/build-other-clients.ts';
import { openClients } from './generated-clients/open-clients.ts';

let clients: Awaited<ReturnType<typeof openClients>>;
beforeAll(async () => {
  clients = await openClients(buildOtherClients);
});
afterAll(() => clients.close());

type Outcome = {
  created: string;
  replayed: string;
  listed: string[];
  status: string;
  code: string;
  sent: string;
  kept: string;
  downloaded: string;
};

const readText = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

it.each([
  ['oazapfts', 'oazapfts'],
  ['Kubb', '@kubb/cli'],
  ['openapi-zod-client', 'openapi-zod-client'],
  ['swagger-typescript-api', 'swagger-typescript-api'],
  ['typed-openapi', 'typed-openapi'],
])('the guide names the version of %s that is run', async (heading, name) => {
  const guide = await readText('../docs/openapi.md');
  const { dependencies } = JSON.parse(await readText('./generated-clients/others/package.json')) as {
    dependencies: Record<string, string>;
  };
  const [, version] = new RegExp(`^## ${heading}\\n+Version ([\\d.]*\\d)`, 'm').exec(guide) ?? [];
  expect(version).toBe(dependencies[name]);
});

// Building the clients proves that they compile under strict TypeScript.
describe('a client generated from openapi.json as it is', () => {
  it.each(['kubb', 'oazapfts', 'openapi-zod-client', 'swagger-typescript-api', 'typed-openapi'])(
    'by %s creates, replays, lists by metadata, reads a refusal, sends a photo and gets it',
    async (client) => {
      const outcome = await clients.run<Outcome>(client);
      expect(outcome).toEqual({
        created: outcome.created,
        replayed: outcome.created,
        listed: [outcome.created],
        status: 'created',
        code: 'not_found',
        sent: createHash('sha256').update(clients.photo).digest('hex'),
        kept: outcome.kept,
        downloaded: outcome.kept,
      });
      expect((await clients.server.client.sessions.get(outcome.created)).status).toBe('created');
    },
  );
});

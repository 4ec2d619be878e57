import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClients } from './generated-clients/build-clients.ts';
import { openClients } from './generated-clients/open-clients.ts';

let clients: Awaited<ReturnType<typeof openClients>>;
beforeAll(async () => {
  clients = await openClients(buildClients);
});
afterAll(() => clients.close());

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

// Building the clients proves that they compile under strict TypeScript.
describe('a client generated from openapi.json', () => {
  it.each(['hey-api', 'openapi-fetch', 'oazapfts'])(
    'by %s creates, replays, lists, gets, ends and sends a photo',
    async (client) => {
      const outcome = await clients.run<Outcome>(client);
      expect(outcome).toMatchObject({ got: client, status: 'closed', code: 'not_found' });
      expect(outcome.replayed).toBe(outcome.created);
      // Each page has one session, so that the cursor of each was used.
      expect(outcome.listed).toEqual(expect.arrayContaining([outcome.bare, outcome.created]));
      expect(new Set(outcome.listed).size).toBe(outcome.listed.length);
      expect(outcome.photo).toBe(createHash('sha256').update(clients.photo).digest('hex'));
      expect(outcome.limit).toMatch(/^\d+$/);
      expect((await clients.server.client.sessions.get(outcome.created)).status).toBe('closed');
    },
  );
});

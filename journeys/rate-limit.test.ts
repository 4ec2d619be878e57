import { cloneDatabase } from '@field-inspection/server/testing/clone-database';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { spawnServer } from '@field-inspection/server/testing/spawn-server';
import { expect, it } from 'vitest';

// A window of an hour, so that its edge falls into this test in one of some 3 000 runs only.
const WINDOW_SECONDS = '3600';

it(
  'admits exactly 60 requests of a window over 4 processes with 50 parallel calls each',
  { timeout: 60_000 },
  async () => {
    const { databaseUrl, drop } = await cloneDatabase();
    const context = await openTestContext(databaseUrl);
    const { apiKey } = await seedOrganisation(context, { rateLimit: 60 });
    const env = { RATE_WINDOW: WINDOW_SECONDS };
    const servers = await Promise.all(
      Array.from({ length: 4 }, () => spawnServer('api', { databaseUrl, env })),
    );
    try {
      const replies = await Promise.all(
        servers.flatMap(({ baseUrl }) => Array.from({ length: 50 }, () => listSessions(baseUrl, apiKey))),
      );
      const admitted = replies.filter(({ status }) => status === 200);
      expect(admitted).toHaveLength(60);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(140);
      const left = admitted.map(({ remaining }) => remaining).sort((a, b) => a - b);
      expect(left).toEqual(Array.from({ length: 60 }, (_, index) => index));
    } finally {
      await Promise.all(servers.map((server) => server.kill()));
      await context.close();
      await drop();
    }
  },
);

const listSessions = async (baseUrl: string, apiKey: string) => {
  const response = await fetch(`${baseUrl}/api/v1/public/sessions`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  await response.arrayBuffer();
  return { status: response.status, remaining: Number(response.headers.get('x-ratelimit-remaining')) };
};

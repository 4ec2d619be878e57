import { cloneDatabase } from '@field-inspection/server/testing/clone-database';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { spawnServer } from '@field-inspection/server/testing/spawn-server';
import { expect, it } from 'vitest';

// With a window of an hour, its edge falls into this test in one of some 3 000 runs.
const WINDOW_SECONDS = '3600';

const LIMIT = 15;
const FULL_WINDOWS = 3;

it('admits exactly 60 requests of a window over 4 processes with 50 parallel calls each', async ({
  annotate,
}) => {
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
    await annotate(`${admitted.length} of ${replies.length} calls admitted, the limit is 60`, 'figure');
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await context.close();
    await drop();
  }
});

it('admits exactly the limit of each window over 2 processes, at its edges too, whichever of 20 keys of the organisation asks', async ({
  annotate,
  onTestFinished,
}) => {
  const { databaseUrl, drop } = await cloneDatabase();
  onTestFinished(drop);
  const context = await openTestContext(databaseUrl);
  onTestFinished(() => context.close());
  const { organisationId } = await seedOrganisation(context, { rateLimit: LIMIT });
  const create = () =>
    createCredential(context, {
      organisationId,
      name: 'one of many',
      scopes: ['sessions:read'],
      operatorEmail: 'operator@example.com',
      rateLimit: 1_000,
    });
  const keys = await Promise.all(Array.from({ length: 20 }, create));
  const env = { RATE_WINDOW: '2' };
  const servers = await Promise.all([1, 2].map(() => spawnServer('api', { databaseUrl, env })));
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))));

  /** Admitted and refused requests, by the end of each window. */
  const windows = new Map<number, { admitted: number; refused: number }>();
  const countFull = () => [...windows.values()].filter(({ refused }) => refused > 0).length;
  while (countFull() < FULL_WINDOWS) {
    const calls = keys.map(({ api_key }, index) => listSessions(servers[index % 2]!.baseUrl, api_key));
    for (const { status, reset } of await Promise.all(calls)) {
      expect([200, 429]).toContain(status);
      const counted = windows.get(reset) ?? { admitted: 0, refused: 0 };
      counted[status === 200 ? 'admitted' : 'refused'] += 1;
      windows.set(reset, counted);
    }
  }
  for (const { admitted, refused } of windows.values()) {
    expect(admitted).toBeLessThanOrEqual(LIMIT);
    if (refused > 0) expect(admitted).toBe(LIMIT);
  }
  await annotate(`${FULL_WINDOWS} windows in a row, ${LIMIT} admitted in each`, 'figure');
});

const listSessions = async (baseUrl: string, apiKey: string) => {
  const response = await fetch(`${baseUrl}/api/v1/public/sessions`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  await response.arrayBuffer();
  const left = (name: string) => Number(response.headers.get(`x-ratelimit-${name}`));
  return { status: response.status, remaining: left('remaining'), reset: left('reset') };
};

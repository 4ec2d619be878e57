import { openFieldSession } from '@field-inspection/sdk/field';
import { expect, it, onTestFinished } from 'vitest';
import { joinSession } from '../../../testing/join-session.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';

/** A drawing of some 700 KB, as large as drawings become. */
const makeDrawing = () => ({
  width: 10_000,
  height: 10_000,
  strokes: Array.from({ length: 1_000 }, (_, stroke) => ({
    tool: 'pen' as const,
    color: '#d92d20',
    size: 6,
    points: Array.from({ length: 50 }, (__, at): [number, number, number] => [
      (stroke * 7 + at * 13) % 10_000,
      (at * 17 + stroke) % 10_000,
      500,
    ]),
  })),
});

it('twenty of the largest drawings that one person sends at once all arrive, and cost their address a request for each try', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { token } = await joinSession(server);
  let tries = 0;
  const field = openFieldSession({
    token,
    baseUrl: server.baseUrl,
    fetch: (url, init) => {
      tries++;
      return fetch(url, init as RequestInit);
    },
  });
  const titles = Array.from({ length: 20 }, (_, index) => `drawing ${index}`);
  const before = await leftOf(server.baseUrl);
  const kept = await Promise.all(
    titles.map((title) => field.whiteboards.create({ title, drawing: makeDrawing() })),
  );
  expect(kept.map(({ title }) => title)).toEqual(titles);
  // Drawings came faster than their turns, and were told to come again.
  expect(tries).toBeGreaterThan(titles.length);
  expect(before - (await leftOf(server.baseUrl))).toBe(tries + 1);
}, 120_000);

const leftOf = async (baseUrl: string): Promise<number> => {
  const { headers } = await fetch(`${baseUrl}/v1/field/session`);
  return Number(headers.get('x-ratelimit-remaining'));
};

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { ORPHANED_AFTER_MS, sweepObjects } from './sweep-objects.job.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

it('what a probe left whose process died is deleted after a day, and what is no orphan stays', async () => {
  const { context, clock } = server;
  const exists = async (key: string) => (await context.objects.stat(key)) !== undefined;
  await context.objects.put('probes/left', Buffer.from('p'));
  await context.objects.put('another/room', Buffer.from('p'));
  await sweepObjects.run(context, {});
  expect(await exists('probes/left')).toBe(true);
  clock.advance(ORPHANED_AFTER_MS + 60_000);
  await sweepObjects.run(context, {});
  expect([await exists('probes/left'), await exists('another/room')]).toEqual([false, true]);
});

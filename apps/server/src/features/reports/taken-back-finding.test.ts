import { VERSIONED_ROOT } from '@field-inspection/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callApi } from '../../testing/call-api.ts';
import { joinSession } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { runSweeps } from '../../testing/run-sweeps.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { hasPoppler, readText } from './rendering/testing/read-pdf.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const inspect = async () => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted' });
  const photos: string[] = [];
  for (const seed of [1, 2]) {
    const { body } = await device.send('/photos', await takePhoto({ width: 100 + seed, height: 90 }), {
      'content-type': 'image/jpeg',
    });
    photos.push(String(body['id']));
  }
  const say = (index: number, text: string) =>
    callApi(server, `POST /evidence/${device.sessionId}/files/${photos[index]}/finding`, {
      root: VERSIONED_ROOT,
      body: { text },
    });
  await say(0, 'Ada left the hatch open.');
  await server.client.sessions.end(device.sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  return { sessionId: device.sessionId, say };
};

/** Acts once the report is rendered, and before it is recorded. */
const beforeRecording = (act: () => Promise<unknown>): void => {
  const { objects } = server.context;
  const put = objects.putContent.bind(objects);
  vi.spyOn(objects, 'putContent').mockImplementationOnce(async (...order) => {
    await act();
    return put(...order);
  });
};

const readReport = async (sessionId: string): Promise<string> => {
  const reply = await server.client.reports.download(sessionId);
  return hasPoppler ? readText(new Uint8Array(await reply.arrayBuffer())) : '';
};

it('a finding that is taken back while the report is made is not printed: the report is made again, once', async () => {
  const { sessionId, say } = await inspect();
  beforeRecording(() => say(0, ''));
  await runDueJobs(server.context);
  expect((await server.client.reports.list(sessionId)).data[0]!.status).toBe('queued');
  server.clock.advance(5_000);
  await runDueJobs(server.context);
  expect((await server.client.reports.list(sessionId)).data).toMatchObject([{ status: 'ready' }]);
  expect(await readReport(sessionId)).not.toContain('hatch');
  expect(await runSweeps(server)).toEqual([]);
});

it('a report whose findings stand is made at the first try, also when another is said meanwhile', async () => {
  const { sessionId, say } = await inspect();
  beforeRecording(() => say(1, 'Bob closed it.'));
  await runDueJobs(server.context);
  expect((await server.client.reports.list(sessionId)).data).toMatchObject([{ status: 'ready' }]);
  if (!hasPoppler) return;
  expect(await readReport(sessionId)).toContain('hatch');
  expect(await readReport(sessionId)).not.toContain('Bob');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JoinedDevice } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { openUploader } from '../../testing/open-uploader.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploads = openUploader(server);
});
afterAll(() => server.close());

const readFreeze = async ({ sessionId }: JoinedDevice) => {
  await runDueJobs(server.context);
  const { prisma } = server.context.database;
  const { frozen_at } = await prisma.auditChain.findFirstOrThrow({ where: { session_id: sessionId } });
  return frozen_at;
};

test('the chain freezes as soon as the last upload under way has finished or failed', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const finished = await uploads.begin(device, photo.length);
  const failed = await uploads.begin(device, photo.length, { sha256: '0'.repeat(64) });
  await server.client.sessions.end(device.sessionId);
  server.clock.advance(1_000);
  expect((await uploads.patch(device, { url: finished.url, offset: 0, body: photo })).status).toBe(204);
  expect(await readFreeze(device)).toBeNull();
  server.clock.advance(1_000);
  expect((await uploads.patch(device, { url: failed.url, offset: 0, body: photo })).status).toBe(422);
  expect(await readFreeze(device)).toEqual(server.clock.now());
  expect((await uploads.rowOf(finished.url)).status).toBe('ready');
  const entries = await server.context.database.prisma.auditEntry.findMany({
    where: { session_id: device.sessionId },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.slice(-2).map(({ kind }) => kind)).toEqual(['session.ended', 'evidence.captured']);
});

test('an upload that failed before the end holds up nothing', async () => {
  const device = await uploads.joinWithConsent();
  const { url } = await uploads.begin(device, 1000);
  expect((await uploads.call(device, 'DELETE', { url })).status).toBe(204);
  await server.client.sessions.end(device.sessionId);
  expect(await readFreeze(device)).toEqual(server.clock.now());
});

test('of an upload that begins and an end at the same time, either it is refused or the chain waits for it', async () => {
  const outcomes = [];
  const photo = await takePhoto();
  for (let round = 0; round < 12; round++) {
    const device = await uploads.joinWithConsent();
    const [{ response, url }] = await Promise.all([
      uploads.begin(device, photo.length),
      server.client.sessions.end(device.sessionId),
    ]);
    const frozen = (await readFreeze(device)) !== null;
    outcomes.push(`${response.status} ${frozen}`);
    if (response.status !== 201) continue;
    expect((await uploads.patch(device, { url, offset: 0, body: photo })).status).toBe(204);
    expect(await readFreeze(device)).not.toBeNull();
    expect((await uploads.rowOf(url)).status).toBe('ready');
  }
  expect(outcomes.filter((outcome) => outcome !== '201 false' && outcome !== '409 true')).toEqual([]);
});

test('of uploads that finish and an end at the same time, all are in the chain that is frozen at once', async () => {
  const photo = await takePhoto();
  for (let round = 0; round < 6; round++) {
    const device = await uploads.joinWithConsent();
    const begun = [await uploads.begin(device, photo.length), await uploads.begin(device, photo.length)];
    const replies = await Promise.all([
      ...begun.map(({ url }) => uploads.patch(device, { url, offset: 0, body: photo })),
      server.client.sessions.end(device.sessionId),
    ]);
    expect(replies.slice(0, 2).map((reply) => (reply as Response).status)).toEqual([204, 204]);
    expect(await readFreeze(device)).not.toBeNull();
    const captured = await server.context.database.prisma.auditEntry.count({
      where: { session_id: device.sessionId, kind: 'evidence.captured' },
    });
    expect(captured).toBe(2);
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecorder } from '../../testing/open-recorder.ts';
import { openUploader } from '../../testing/open-uploader.ts';
import { seedWebhookEndpoint } from '../../testing/seed-webhook-endpoint.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';

let server: TestServer;
let uploader: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploader = openUploader(server);
});
afterAll(() => server.close());

test('what settles quota locks it before the endpoints of its event, as what takes quota does: neither waits for the other', async () => {
  const { organisationId } = server.seed;
  const endpoint = await seedWebhookEndpoint(server.context, { organisationId, url: 'https://example.com/' });
  const device = await uploader.joinWithConsent();
  const photo = await takePhoto({ width: 64, height: 48 });
  const { url } = await uploader.begin(device, photo.length);
  // An older server begins an upload without quota, and counts all of it when it is recorded.
  await server.context.database.prisma.evidence.updateMany({
    where: { session_id: device.sessionId },
    data: { reserved_bytes: null },
  });
  const holder = await server.context.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from room_uses where subject_id = $1 for update', [organisationId]);
    const finishing = uploader.patch(device, { url, offset: 0, body: photo });
    await waitForLock(server.context);
    const { rows } = await holder.query('select id from webhook_endpoints for update skip locked');
    expect(rows).toEqual([{ id: endpoint.id }]);
    await holder.query('commit');
    expect((await finishing).status).toBe(204);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('a consent to camera and recording that is withdrawn at once gives back the quota of a photo and a recording alike', async () => {
  const recorder = openRecorder(server);
  const device = await recorder.record();
  await device.call('PATCH', '/consent', { camera: 'granted' });
  const listUses = () =>
    server.context.database.prisma.roomUse.findMany({
      where: { subject_id: { in: [device.sessionId, server.seed.organisationId] } },
      select: { subject_id: true, items: true, bytes: true },
      orderBy: { subject_id: 'asc' },
    });
  // This evidence stays, so that both rows are there.
  await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  const before = await listUses();
  const photo = await uploader.begin(device, 1_000);
  const recording = await recorder.begin(device.sessionId);
  expect([photo.response.status, recording.response.status]).toEqual([201, 201]);
  expect((await listUses()).map(({ items }) => items)).toEqual(before.map(({ items }) => items + 2));
  await device.call('PATCH', '/consent', { camera: 'revoked', recording: 'revoked' });
  expect(await listUses()).toEqual(before);
});

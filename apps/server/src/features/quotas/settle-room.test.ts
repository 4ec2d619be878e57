import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('what settles room locks it before the endpoints of its event, as what takes room does: neither waits for the other', async () => {
  const { organisationId } = server.seed;
  const endpoint = await seedWebhookEndpoint(server.context, { organisationId, url: 'https://example.com/' });
  const device = await uploader.joinWithConsent();
  const photo = await takePhoto({ width: 64, height: 48 });
  const { url } = await uploader.begin(device, photo.length);
  // As an older server begins it: all of its room is counted when it is recorded.
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

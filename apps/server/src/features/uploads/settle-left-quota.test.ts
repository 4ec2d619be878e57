import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { sweepUploads } from './sweep-uploads.job.ts';

let server: TestServer;
let uploader: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploader = openUploader(server);
});
afterAll(() => server.close());

const useOf = async (subjectId: string) => {
  const row = await server.context.database.prisma.roomUse.findFirstOrThrow({
    where: { subject_id: subjectId },
  });
  return { items: row.items, bytes: Number(row.bytes) };
};

/** A server of the version before leaves the quota taken. */
const endAsBefore = (
  url: string,
  data: { status: string; byte_size?: number; sha256?: string; received_at?: Date },
) => server.context.database.prisma.evidence.updateMany({ where: { id: url.split('/').at(-1)! }, data });

const sweep = () => sweepUploads.run(server.context, {});

test('the quota of an upload that an older server finished or failed is settled once, by a sweep', async () => {
  const { organisationId } = server.seed;
  const device = await uploader.joinWithConsent();
  const finished = await uploader.begin(device, 1_000_000);
  const failed = await uploader.begin(device, 2_000_000);
  await uploader.begin(device, 4_000_000);
  await endAsBefore(finished.url, {
    status: 'ready',
    byte_size: 300_000,
    sha256: 'a'.repeat(64),
    received_at: new Date(),
  });
  await endAsBefore(failed.url, { status: 'failed' });
  expect(await useOf(device.sessionId)).toEqual({ items: 3, bytes: 7_000_000 });
  await Promise.all([sweep(), sweep()]);
  await sweep();
  const settled = { items: 2, bytes: 4_300_000 };
  expect(await useOf(device.sessionId)).toEqual(settled);
  expect(await useOf(organisationId)).toEqual(settled);
});

test('what this server finished, failed or deleted is settled already, and no sweep counts it again', async () => {
  const device = await uploader.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploader.begin(device, photo.length);
  expect((await uploader.patch(device, { url, offset: 0, body: photo })).status).toBe(204);
  const deleted = await uploader.begin(device, 1_000_000);
  expect((await uploader.call(device, 'DELETE', { url: deleted.url })).status).toBe(204);
  await uploader.begin(device, 2_000_000);
  expect((await device.send('/photos', photo, { 'content-type': 'image/jpeg' })).status).toBe(201);
  await device.call('PATCH', '/consent', { camera: 'revoked' });
  const settled = { items: 2, bytes: 2 * photo.length };
  expect(await useOf(device.sessionId)).toEqual(settled);
  await sweep();
  expect(await useOf(device.sessionId)).toEqual(settled);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUploadStore } from '../../platform/object-store/create-upload-store.ts';
import { openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { sweepAbandonedUploads } from './sweep-uploads.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;

it('bytes of an upload that no row leads to any more go two days after the last of them came', async () => {
  const uploads = openUploader(server);
  const device = await uploads.joinWithConsent();
  const { url } = await uploads.begin(device, 1000);
  await uploads.patch(device, { url, offset: 0, body: Buffer.alloc(500) });
  const id = url.split('/').at(-1)!;
  const { database, objects } = server.context;
  await database.prisma.evidence.deleteMany({ where: { id } });

  // The store's own clock says when the bytes came.
  const sweepIn = (days: number) => {
    const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
    const context = { ...server.context, uploads: createUploadStore({ objects, clock }) };
    return sweepAbandonedUploads.run(context, {});
  };
  const countLeft = async () => {
    const left = [];
    for await (const { key } of objects.list(`uploads/${id}/`)) left.push(key);
    return left.length;
  };
  await sweepIn(1.9);
  expect(await countLeft()).toBe(2);
  await sweepIn(2.1);
  expect(await countLeft()).toBe(0);
});

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeMetadata, openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploads = openUploader(server);
});
afterAll(() => server.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the reply to the last byte, HEAD and a repeated creation give the receipt: the hash of what came, and its entry in the chain', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const begin = () =>
    uploads.call(device, 'POST', {
      url: uploads.url,
      headers: {
        'idempotency-key': 'receipt',
        'upload-length': String(photo.length),
        'upload-metadata': encodeMetadata({ filetype: 'image/jpeg' }),
      },
    });
  const url = (await begin()).headers.get('location')!;
  const before = await uploads.call(device, 'HEAD', { url });
  const last = await uploads.patch(device, { url, offset: 0, body: photo });
  const receiptOf = ({ headers }: { headers: Headers }) => ({
    sha256: headers.get('evidence-received-sha256'),
    sequence: headers.get('evidence-sequence'),
  });
  const entries = await server.context.database.prisma.auditEntry.findMany({
    where: { session_id: device.sessionId, kind: 'evidence.captured' },
  });
  expect(entries).toHaveLength(1);
  const receipt = { sha256: sha256(photo), sequence: String(entries[0]!.sequence) };
  expect(receiptOf(before)).toEqual({ sha256: null, sequence: null });
  const head = await uploads.call(device, 'HEAD', { url });
  expect([last, head, await begin()].map(receiptOf)).toEqual([receipt, receipt, receipt]);
  expect(head.headers.get('access-control-expose-headers')).toContain(
    'Evidence-Received-Sha256, Evidence-Sequence',
  );
});

test('without a byte more, a device finishes its upload whose request died after the last byte', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  await server.context.uploads.write(Readable.from([photo]), url.split('/').at(-1)!, 0);
  const finished = await uploads.patch(device, { url, offset: photo.length, body: Buffer.alloc(0) });
  expect([finished.status, finished.headers.get('evidence-received-sha256')]).toEqual([204, sha256(photo)]);
});

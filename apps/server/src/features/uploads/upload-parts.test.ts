import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinByLink } from '../../testing/join-by-link.ts';
import { openUploader } from '../../testing/open-uploader.ts';
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

test.each([
  ['whole, with its length', Infinity],
  ['in small chunks', 64],
  ['in large chunks', 900],
])(
  'a part of more than is left of Upload-Length is 413, and its words say so: sent %s',
  async (_how, chunkBytes) => {
    const device = await uploads.joinWithConsent();
    const { url } = await uploads.begin(device, 1000);
    await uploads.patch(device, { url, offset: 0, body: Buffer.alloc(100) });
    const part = Buffer.alloc(1500);
    const chunks = Array.from({ length: Math.ceil(part.length / chunkBytes) }, (_, n) =>
      part.subarray(n * chunkBytes, (n + 1) * chunkBytes),
    );
    const refused = await fetch(url, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${device.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '100',
        'content-type': 'application/offset+octet-stream',
      },
      body: chunkBytes === Infinity ? part : ReadableStream.from(chunks),
      duplex: 'half',
    } as RequestInit);
    expect(await refused.json()).toMatchObject({
      status: 413,
      code: 'payload_too_large',
      detail: expect.stringContaining('More bytes came than Upload-Length announced') as string,
    });
    const asked = await uploads.call(device, 'HEAD', { url });
    expect(Number(asked.headers.get('upload-offset'))).toBeLessThanOrEqual(1000);
  },
);

test('no Upload-Checksum of a part is offered or looked at; the sha256 of the whole is', async () => {
  const device = await uploads.joinWithConsent();
  const offered = await uploads.call(device, 'OPTIONS', { url: uploads.url });
  expect(offered.headers.get('tus-extension')).not.toContain('checksum');
  const photo = await takePhoto();
  const send = async (metadata: Record<string, string>) => {
    const { url } = await uploads.begin(device, photo.length, metadata);
    const headers = {
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'upload-checksum': 'sha1 AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    };
    return (await uploads.call(device, 'PATCH', { url, headers, body: photo })).status;
  };
  expect(await send({ sha256: sha256(photo) })).toBe(204);
  expect(await send({ sha256: sha256(Buffer.from('other bytes')) })).toBe(422);
});

test('an upload is that of the person who began it: to another one of the session it is not there, and goes on', async () => {
  const device = await uploads.joinWithConsent();
  const minted = await server.client.participants.create(device.sessionId, {});
  const { body: other } = await joinByLink(minted.join_url);
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  const stranger = { ...device, token: other.field_session_token };
  const asked = [
    await uploads.call(stranger, 'HEAD', { url }),
    await uploads.patch(stranger, { url, offset: 0, body: Buffer.alloc(photo.length) }),
    await uploads.call(stranger, 'DELETE', { url }),
  ];
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await uploads.patch(device, { url, offset: 0, body: photo })).status).toBe(204);
  expect(await uploads.rowOf(url)).toMatchObject({
    participant_id: device.participantId,
    received_sha256: sha256(photo),
  });
});

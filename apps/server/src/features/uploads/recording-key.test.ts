import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCredential } from '../../testing/create-credential.ts';
import { joinSession } from '../../testing/join-session.ts';
import { encodeMetadata } from '../../testing/open-uploader.ts';
import { revokeCredential } from '../../testing/revoke-credential.ts';
import { sendHalf } from '../../testing/send-half.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { sweepUploads } from './sweep-uploads.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const record = async () => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { recording: 'granted', gps: 'granted' });
  await server.client.sessions.startRecording(device.sessionId);
  return device;
};

const createKey = () =>
  createCredential(server.context, {
    organisationId: server.seed.organisationId,
    scopes: ['sessions:write'],
    operatorEmail: 'recorder@example.com',
    name: 'recorder',
  });

const beginBy = async (apiKey: string, bytes: number) => {
  const { sessionId } = await record();
  const response = await fetch(`${server.baseUrl}/v1/field/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': encodeMetadata({ filetype: 'video/webm', session: sessionId }),
    },
  });
  return { sessionId, url: response.headers.get('location')! };
};

const rowOf = (url: string) =>
  server.context.database.prisma.evidence.findFirstOrThrow({ where: { id: url.split('/').at(-1)! } });

test('a recording whose key is revoked while its last bytes come stays, and says why; of one that never began nothing does', async () => {
  const { sessionId } = await record();
  const { id, api_key: token } = await createKey();
  const body = randomBytes(10_000);
  const metadata = encodeMetadata({ filetype: 'video/webm', session: sessionId });
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '10000',
    'upload-metadata': metadata,
    'content-type': 'application/offset+octet-stream',
  };
  const send = () => sendHalf(`${server.baseUrl}/v1/field/uploads`, { token, headers, body });
  const underWay = send();
  await expect
    .poll(() => server.client.evidence.list({ session_id: sessionId }))
    .toMatchObject({
      data: [{ kind: 'recording', status: 'uploading' }],
    });
  await revokeCredential(server.context, { credentialId: id });
  expect(await underWay.finish()).toEqual({ status: 401, code: 'unauthenticated' });
  expect(await send().finish()).toEqual({ status: 401, code: 'unauthenticated' });
  const { data } = await server.client.evidence.list({ session_id: sessionId });
  expect(data).toMatchObject([{ status: 'failed', sha256: null, failure: { code: 'unauthenticated' } }]);
  expect(data).toHaveLength(1);
});

test('once its key is revoked, the sweep records no recording whose last byte had come by it', async () => {
  const { id, api_key: apiKey } = await createKey();
  const { sessionId, url } = await beginBy(apiKey, 1_000);
  // A process that dies with the last byte leaves this.
  await server.context.uploads.write(Readable.from([randomBytes(1_000)]), url.split('/').at(-1)!, 0);
  await revokeCredential(server.context, { credentialId: id });
  server.clock.advance(120_000);
  await sweepUploads.run(server.context, {});
  expect(await rowOf(url)).toMatchObject({ status: 'failed', failure_code: 'unauthenticated', sha256: null });
  const where = { session_id: sessionId, kind: 'evidence.captured' };
  expect(await server.context.database.prisma.auditEntry.count({ where })).toBe(0);
});

test('a recording that another key brought to its end rests on that key, and no more on the one that began it', async () => {
  const [first, last] = [await createKey(), await createKey()];
  const { url } = await beginBy(first.api_key, 1_000);
  const store = vi.spyOn(server.context.objects, 'putContent').mockRejectedValueOnce(new Error('gone'));
  await fetch(url, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${last.api_key}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: randomBytes(1_000),
  });
  expect(store).toHaveBeenCalledTimes(1);
  store.mockRestore();
  expect(await rowOf(url)).toMatchObject({ status: 'uploading', credential_id: last.id });
  await revokeCredential(server.context, { credentialId: first.id });
  server.clock.advance(120_000);
  await sweepUploads.run(server.context, {});
  expect(await rowOf(url)).toMatchObject({ status: 'pending', sha256: expect.any(String) as string });
});

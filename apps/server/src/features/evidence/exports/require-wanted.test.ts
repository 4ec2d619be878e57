import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { LOOK_MS } from '../../../http/bodies/pace-body.ts';
import type { JoinedDevice } from '../../../testing/join-session.ts';
import { encodeMetadata, openUploader } from '../../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { takePhoto } from '../../../testing/take-photo.ts';

let server: TestServer;
let photo: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  photo = await takePhoto({ width: 1600, height: 1200 });
});
afterAll(() => server.close());

const join = () => openUploader(server).joinWithConsent();
const prisma = () => server.context.database.prisma;
const rowsOf = ({ sessionId }: JoinedDevice) =>
  prisma().evidence.findMany({
    where: { session_id: sessionId },
    select: { status: true, failure_code: true },
  });

type Sent = { method: string; path: string; headers: Record<string, string> };

const asPhoto = async (): Promise<Sent> => ({
  method: 'POST',
  path: '/v1/field/photos',
  headers: { 'content-type': 'image/jpeg' },
});
const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
const asUpload = async (): Promise<Sent> => ({
  method: 'POST',
  path: '/v1/field/uploads',
  headers: {
    ...TUS,
    'upload-length': String(photo.length),
    'upload-metadata': encodeMetadata({ filetype: 'image/jpeg' }),
  },
});
const asPart = async (device: JoinedDevice): Promise<Sent> => {
  const { url } = await openUploader(server).begin(device, photo.length);
  return { method: 'PATCH', path: new URL(url).pathname, headers: { ...TUS, 'upload-offset': '0' } };
};

type Answer = { status: number; code: string; connection: string | undefined; isWhole: boolean };

/** The body comes for minutes: `reading` resolves when the server asks for the first byte, `reply` with its answer. */
const drip = (device: JoinedDevice, { method, path, headers }: Sent) => {
  const sending = request(`${server.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${device.token}`,
      expect: '100-continue',
      'content-length': photo.length,
      ...headers,
    },
  });
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  const reading = once(sending, 'continue').then(() => {
    timer = setInterval(() => sending.write(photo.subarray(sent, ++sent)), 100);
  });
  const reply = new Promise<Answer>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', async (response) => {
      clearInterval(timer);
      const { code } = JSON.parse(Buffer.concat(await response.toArray()).toString()) as { code: string };
      const { connection } = response.headers;
      resolve({ status: response.statusCode!, code, connection, isWhole: sent >= photo.length });
      sending.destroy();
    });
  });
  sending.flushHeaders();
  return { reading, reply };
};

const EARLY = { connection: 'close', isWhole: false };

// Side by side, since each waits until the service looks again.
describe.concurrent.each([
  ['a photo in one request', asPhoto, []],
  ['an upload that begins with its bytes', asUpload, [{ status: 'failed', failure_code: 'unauthenticated' }]],
  ['a part of an upload', asPart, [{ status: 'uploading', failure_code: null }]],
])('%s that comes slowly', (_, describeSent, left) => {
  it(
    'is refused within seconds once its invite is revoked, not after its last byte',
    { timeout: LOOK_MS * 10 },
    async ({ expect }) => {
      const device = await join();
      const { reading, reply } = drip(device, await describeSent(device));
      await reading;
      await server.client.participants.revoke(device.sessionId, device.participantId);
      expect(await reply).toEqual({ status: 401, code: 'unauthenticated', ...EARLY });
      await expect.poll(() => rowsOf(device)).toEqual(left);
    },
  );

  it(
    'is refused within seconds once the consent to the camera is withdrawn, and fails for good',
    { timeout: LOOK_MS * 10 },
    async ({ expect }) => {
      const device = await join();
      const { reading, reply } = drip(device, await describeSent(device));
      await reading;
      await device.call('PATCH', '/consent', { camera: 'revoked' });
      await device.call('PATCH', '/consent', { camera: 'granted' });
      expect(await reply).toEqual({ status: 409, code: 'consent_required', ...EARLY });
      await expect
        .poll(() => rowsOf(device))
        .toEqual([{ status: 'failed', failure_code: 'consent_required' }]);
    },
  );
});

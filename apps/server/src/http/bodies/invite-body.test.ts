import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUploader } from '../../testing/open-uploader.ts';
import type { JoinedDevice } from '../../testing/join-session.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let device: JoinedDevice;
let photo: Buffer;
let uploadPath: string;
beforeAll(async () => {
  server = await startTestServer();
  const uploader = openUploader(server);
  device = await uploader.joinWithConsent();
  photo = await takePhoto();
  uploadPath = new URL((await uploader.begin(device, photo.length)).url).pathname;
});
afterAll(() => server.close());

const SESSIONS = '/api/v1/public/sessions';
const UPLOADS = '/v1/field/uploads';
const JSON_TYPE = 'Content-Type: application/json';
const OFFSET_TYPE = 'Content-Type: application/offset+octet-stream';
const TUS = 'Tus-Resumable: 1.0.0';

const askFirst = (request: string, headers: string[], body: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.baseUrl);
    const head = [`${request} HTTP/1.1`, 'Host: x', 'Connection: close', 'Expect: 100-continue', ...headers];
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      const isInvited = answer === '' && chunk.toString('latin1').startsWith('HTTP/1.1 100 ');
      answer += chunk.toString('latin1');
      if (isInvited) socket.write(body);
    });
    socket.on('close', () => resolve(answer));
  });
const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map((match) => Number(match[1]));

const keyed = () => `Authorization: Bearer ${server.seed.apiKey}`;
const joined = () => `Authorization: Bearer ${device.token}`;
const lengthOf = (bytes: { length: number }) => `Content-Length: ${bytes.length}`;

describe('Expect: 100-continue', () => {
  it.each<[string, string, () => string[], () => string | Buffer]>([
    ['JSON', `POST ${SESSIONS}`, () => [keyed(), JSON_TYPE, 'Content-Length: 2'], () => '{}'],
    [
      'a photo',
      'POST /v1/field/photos',
      () => [joined(), 'Content-Type: image/jpeg', lengthOf(photo)],
      () => photo,
    ],
    [
      'a part of an upload',
      'PATCH',
      () => [joined(), TUS, OFFSET_TYPE, 'Upload-Offset: 0', lengthOf(photo)],
      () => photo,
    ],
  ])('sends for %s once it is to be read, and once', async (name, request, headers, body) => {
    const path = name === 'a part of an upload' ? ` ${uploadPath}` : '';
    const answer = await askFirst(request + path, headers(), body());
    expect(statusesOf(answer)).toEqual([100, name === 'a part of an upload' ? 204 : 201]);
  });

  // Side by side, since each waits for the two seconds in which a client may hear the reply.
  it.concurrent.each<[string, string, () => string[], number]>([
    ['no credential', `POST ${SESSIONS}`, () => [JSON_TYPE, 'Content-Length: 2'], 401],
    [
      'JSON that is too large',
      `POST ${SESSIONS}`,
      () => [keyed(), JSON_TYPE, 'Content-Length: 9999999'],
      413,
    ],
    ['a photo of nobody', 'POST /v1/field/photos', () => ['Content-Type: image/jpeg', lengthOf(photo)], 401],
    [
      'a photo that is too large',
      'POST /v1/field/photos',
      () => [joined(), 'Content-Type: image/jpeg', 'Content-Length: 99999999'],
      413,
    ],
    ['a photo of another type', 'POST /v1/field/photos', () => [joined(), JSON_TYPE, lengthOf(photo)], 415],
    ['an upload of nobody', `POST ${UPLOADS}`, () => [TUS, OFFSET_TYPE, 'Content-Length: 9'], 401],
    [
      'an upload that is too large',
      `POST ${UPLOADS}`,
      () => [joined(), TUS, OFFSET_TYPE, 'Upload-Length: 99999999999', 'Content-Length: 9'],
      413,
    ],
    ['a path where nothing is', 'POST /v1/nothing', () => [keyed(), 'Content-Length: 2'], 404],
  ])('never sends for the body of what is refused unread: %s', async (_, request, headers, status) => {
    const answer = await askFirst(request, headers(), '');
    expect(statusesOf(answer)).toEqual([status]);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('never sends for a part that does not go on where the upload stands', async () => {
    const { url } = await openUploader(server).begin(device, photo.length);
    const headers = [joined(), TUS, OFFSET_TYPE, 'Upload-Offset: 7', 'Content-Length: 9'];
    const answer = await askFirst(`PATCH ${new URL(url).pathname}`, headers, '');
    expect(statusesOf(answer)).toEqual([409]);
  });
});

import { randomBytes } from 'node:crypto';
import { FieldInspection } from '@field-inspection/sdk';
import { joinSession, type JoinedDevice } from '@field-inspection/server/testing/join-session';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeptConnection, writeRequest } from './open-kept-connection.ts';

/** Enough for the state of an upload, and too little for a photo. */
const MAX_FILE_BYTES = 512;
/** Bodies that fit the first packet, the buffers of a request, and no buffer. */
const SIZES = [1_000, 60_000, 200_000, 3_000_000];

let world: ProcessWorld;
let server: SpawnedServer;
let device: JoinedDevice;
let uploadPath: string;

beforeAll(async () => {
  world = await openProcessWorld();
  server = await world.spawnOnFullDisk('api', MAX_FILE_BYTES);
  const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
  device = await joinSession({ client, baseUrl: server.baseUrl });
  await device.call('PATCH', '/consent', { camera: 'granted' });
  uploadPath = await beginUpload();
});
afterAll(() => world.close());

const beginUpload = async (): Promise<string> => {
  const filetype = Buffer.from('image/jpeg').toString('base64');
  const begun = await device.send('/uploads', Buffer.alloc(0), {
    'tus-resumable': '1.0.0',
    'upload-length': '10000000',
    'upload-metadata': `filetype ${filetype}`,
  });
  return new URL(begun.headers.get('location')!).pathname;
};

type Early = { method: string; path: string; headers: Record<string, string>; status: number };

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const JSON_TYPE = { 'Content-Type': 'application/json' };
const JPEG = { 'Content-Type': 'image/jpeg' };
const offset = (bytes: number) => ({
  'Tus-Resumable': '1.0.0',
  'Upload-Offset': String(bytes),
  'Content-Type': 'application/offset+octet-stream',
});

const EARLY: [string, () => Early][] = [
  ['404 for no path', () => ({ method: 'POST', path: '/nothing', headers: JSON_TYPE, status: 404 })],
  ['405 for a page', () => ({ method: 'PUT', path: '/docs', headers: JSON_TYPE, status: 405 })],
  ['200 for a GET with a body', () => ({ method: 'GET', path: '/livez', headers: JSON_TYPE, status: 200 })],
  [
    '401 for JSON without a key',
    () => ({ method: 'POST', path: '/api/v1/public/sessions', headers: JSON_TYPE, status: 401 }),
  ],
  [
    '401 for a photo',
    () => ({
      method: 'POST',
      path: '/v1/field/photos',
      headers: { ...bearer('no'), ...JPEG },
      status: 401,
    }),
  ],
  [
    '415 for a photo',
    () => ({
      method: 'POST',
      path: '/v1/field/photos',
      headers: { ...bearer(device.token), 'Content-Type': 'text/plain' },
      status: 415,
    }),
  ],
  [
    '401 for a part of an upload',
    () => ({
      method: 'PATCH',
      path: uploadPath,
      headers: { ...bearer('no'), ...offset(0) },
      status: 401,
    }),
  ],
  [
    '409 for a part of an upload at another place',
    () => ({
      method: 'PATCH',
      path: uploadPath,
      headers: { ...bearer(device.token), ...offset(77) },
      status: 409,
    }),
  ],
];

const FULL: [string, () => Early][] = [
  [
    'a photo',
    () => ({
      method: 'POST',
      path: '/v1/field/photos',
      headers: { ...bearer(device.token), ...JPEG },
      status: 503,
    }),
  ],
  [
    'a part of an upload',
    () => ({
      method: 'PATCH',
      path: uploadPath,
      headers: { ...bearer(device.token), ...offset(0) },
      status: 503,
    }),
  ],
];

const sendTwo = async ({ method, path, headers }: Early, bytes: number) => {
  const connection = openKeptConnection(server.baseUrl);
  try {
    connection.send(writeRequest(method, path, { headers, body: randomBytes(bytes) }));
    const first = await connection.read();
    connection.send(writeRequest('GET', '/livez'));
    const second = await connection.read();
    const isAnnounced = first?.headers.get('connection') === 'close';
    return { first: first?.status, isAnnounced, second: second?.status };
  } finally {
    connection.close();
  }
};

const expectKeptOrClosed = async (early: Early, bytes: number): Promise<void> => {
  const { status: first } = early;
  const kept = { first, isAnnounced: false, second: 200 };
  const closed = { first, isAnnounced: true, second: undefined };
  expect([kept, closed]).toContainEqual(await sendTwo(early, bytes));
};

describe.each(EARLY)('after %s the connection is kept, or closed as announced', (_, describeEarly) => {
  it.concurrent.each(SIZES)('with a body of %i bytes', (bytes) => expectKeptOrClosed(describeEarly(), bytes));
});

describe.each(FULL)(
  'when the disk is full, after 503 for %s the connection is kept, or closed as announced',
  (_, describeEarly) => {
    it.concurrent.each(SIZES)('with a body of %i bytes', (bytes) =>
      expectKeptOrClosed(describeEarly(), bytes),
    );
  },
);

it.concurrent.each([300_000, 3_000_000])('the same after 413 for JSON of %i bytes', (bytes) =>
  expectKeptOrClosed(
    {
      method: 'POST',
      path: '/api/v1/public/sessions',
      headers: { ...bearer(world.seed.apiKey), ...JSON_TYPE },
      status: 413,
    },
    bytes,
  ),
);

it('a small body that nobody reads costs no connection', async () => {
  const [, describeEarly] = FULL[0]!;
  expect(await sendTwo(describeEarly(), 1_000)).toEqual({ first: 503, isAnnounced: false, second: 200 });
});

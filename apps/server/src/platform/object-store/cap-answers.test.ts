import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { ObjectStoreError } from './object-store.ts';
import { openTestS3Store } from './testing/open-test-stores.ts';

const MIB = 1024 * 1024;

let server: Server;
let opened: Awaited<ReturnType<typeof openTestS3Store>>;
let sentBytes = 0;
afterEach(async () => {
  await opened.close();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const openEndless = async (status: number) => {
  sentBytes = 0;
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    const piece = Buffer.alloc(MIB / 4, 'a');
    const write = (): void => {
      while (!response.destroyed && response.write(piece)) sentBytes += piece.length;
      sentBytes += piece.length;
    };
    response.on('drain', write);
    write();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const keys = { accessKeyId: 'the-key', secretAccessKey: 'the-secret', signsUrls: true };
  const bucket = { endpoint: `http://127.0.0.1:${port}`, region: 'eu-south-1', bucket: 'evidence' };
  opened = await openTestS3Store({ ...bucket, ...keys }, { clock: createFakeClock() });
  return opened.store;
};

it.each([200, 500])(
  'an answer of S3 without end, of status %i, is cut off long before its deadline',
  async (status) => {
    const store = await openEndless(status);
    const listing = (async () => {
      for await (const _ of store.list('org/'));
    })();
    await expect(listing).rejects.toThrow(ObjectStoreError);
    await expect(listing).rejects.toMatchObject({
      cause: { message: expect.stringContaining('longer than 8388608 bytes') as string },
    });
    // A fault of S3's own is asked about three times; some bytes are on their way.
    expect(sentBytes).toBeLessThan(64 * MIB);
  },
);

it('the bytes of an object are as many as they are', async () => {
  const store = await openEndless(200);
  let readBytes = 0;
  for await (const chunk of await store.get('org/a')) {
    readBytes += (chunk as Buffer).length;
    if (readBytes > 20 * MIB) break;
  }
  expect(readBytes).toBeGreaterThan(20 * MIB);
});

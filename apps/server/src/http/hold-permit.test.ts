import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sharePermits } from '../platform/database/pools/share-permits.ts';
import { callApi } from '../testing/call-api.ts';
import { joinSession } from '../testing/join-session.ts';
import { seedOrganisation, type Seed } from '../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { takePhoto } from '../testing/take-photo.ts';

let server: TestServer;
let neighbour: Seed;
let permits: number;
beforeAll(async () => {
  server = await startTestServer();
  permits = sharePermits(server.context.database.size).organisation;
  neighbour = await seedOrganisation(server.context);
});
afterAll(() => server.close());

const read = (seed: Seed) => callApi({ baseUrl: server.baseUrl, seed }, 'GET /sessions');

/** Takes this many of an organisation's permits, until it is told to give them back. */
const takePermits = ({ organisationId }: Seed, count: number): (() => void) => {
  const leave = Promise.withResolvers<void>();
  for (let permit = 0; permit < count; permit++) {
    void server.context.permits(organisationId, { waitMs: 1_000 }, () => leave.promise);
  }
  return () => leave.resolve();
};

it('64 reads of an organisation whose permits are taken wait, and a neighbour’s do not', async () => {
  const leave = takePermits(server.seed, permits);
  let answered = 0;
  const reads = Array.from({ length: 64 }, async () => {
    const { status } = await read(server.seed);
    answered += 1;
    return status;
  });
  for (let call = 0; call < 10; call++) expect((await read(neighbour)).status).toBe(200);
  expect(answered).toBe(0);
  leave();
  expect(await Promise.all(reads)).toEqual(Array(64).fill(200));
});

it('one permit is enough for any number of reads, one after the other', async () => {
  const leave = takePermits(server.seed, permits - 1);
  const replies = await Promise.all(Array.from({ length: 20 }, () => read(server.seed)));
  leave();
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

it('a read that finds no permit in four seconds is 503 with Retry-After', async () => {
  const leave = takePermits(server.seed, permits);
  const { status, body, headers } = await read(server.seed);
  leave();
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
});

it('a caller who has gone while waiting holds no permit', async () => {
  const leave = takePermits(server.seed, permits);
  const { apiKey } = server.seed;
  const gone = Array.from({ length: permits }, () =>
    fetch(`${server.baseUrl}/api/v1/public/sessions`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(300),
    }).catch((error: Error) => error.name),
  );
  expect(await Promise.all(gone)).toEqual(Array(permits).fill('TimeoutError'));
  leave();
  expect((await read(server.seed)).status).toBe(200);
});

/** A byte, and nothing after it. */
async function* endless() {
  yield Buffer.alloc(1);
  await new Promise(() => {});
}

it('a file that is read slowly holds no permit: more downloads than permits are under way at once', async () => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
  const { body: photo } = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  const path = `/v1/evidence/${device.sessionId}/files/${photo['id'] as string}`;
  const neverEnds = vi
    .spyOn(server.context.objects, 'get')
    .mockImplementation(async () => Readable.from(endless()));
  const stop = new AbortController();
  const downloads = await Promise.all(
    Array.from({ length: permits + 2 }, () =>
      fetch(server.baseUrl + path, {
        headers: { authorization: `Bearer ${server.seed.apiKey}` },
        signal: stop.signal,
      }),
    ),
  );
  expect(downloads.map(({ status }) => status)).toEqual(Array(permits + 2).fill(200));
  stop.abort();
  neverEnds.mockRestore();
});

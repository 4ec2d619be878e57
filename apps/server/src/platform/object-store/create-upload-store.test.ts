import { Server } from '@tus/server';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as tus from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../testing/create-fake-clock.ts';
import { SEGMENT_BYTES, createUploadStore } from './create-upload-store.ts';
import type { ObjectStore } from './object-store.ts';
import { openTestBucket, openTestFolder } from './testing/open-test-stores.ts';

const HOUR_MS = 3_600_000;
const MAX_BYTES = 20_000_000;
const TUS = { 'tus-resumable': '1.0.0' };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Open = (clock: FakeClock) => Promise<{ store: ObjectStore; close: () => Promise<unknown> }>;

const describeUploads = (name: string, open: Open) =>
  describe(name, () => {
    let objects: ObjectStore;
    let clock: FakeClock;
    let closing: (() => Promise<unknown>)[];
    beforeEach(async () => {
      clock = createFakeClock();
      const opened = await open(clock);
      objects = opened.store;
      closing = [opened.close];
    });
    afterEach(async () => {
      for (const close of closing.toReversed()) await close();
    });

    const openUploads = () => createUploadStore({ objects, clock });
    const startHost = async () => {
      const finished: string[] = [];
      const server = new Server({
        path: '/uploads',
        datastore: openUploads(),
        maxSize: MAX_BYTES,
        relativeLocation: true,
        onUploadFinish: async (_request, upload) => {
          finished.push(upload.id);
          return {};
        },
      });
      const http = createServer((incoming, response) => void server.handle(incoming, response));
      http.listen(0, '127.0.0.1');
      await once(http, 'listening');
      const stop = async () => {
        http.closeAllConnections();
        await new Promise((resolve) => http.close(resolve));
      };
      closing.push(stop);
      return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/uploads`, finished, stop };
    };
    const create = async (url: string, headers: Record<string, string>) => {
      const response = await fetch(url, { method: 'POST', headers: { ...TUS, ...headers } });
      return { status: response.status, path: response.headers.get('location')?.split('/').at(-1) ?? '' };
    };
    const patch = async (url: string, offset: number, body: Uint8Array<ArrayBuffer>) => {
      const headers = {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      };
      return fetch(url, { method: 'PATCH', headers, body });
    };
    const readOffset = async (url: string) =>
      (await fetch(url, { method: 'HEAD', headers: TUS })).headers.get('upload-offset');
    const listKeys = async () => {
      const keys: string[] = [];
      for await (const { key } of objects.list('')) keys.push(key);
      return keys.toSorted();
    };

    it('an upload that is interrupted goes on at another server where it stopped, and arrives whole', async () => {
      const data = randomBytes(6_000_000);
      const first = await startHost();
      const upload = new tus.Upload(data, {
        endpoint: first.url,
        chunkSize: 500_000,
        retryDelays: null,
        metadata: { filetype: 'image/jpeg', filename: 'Dach süd.jpg' },
      });
      const stoppedAt = await new Promise<number>((resolve, reject) => {
        upload.options.onError = reject;
        upload.options.onChunkComplete = (_size, accepted) => {
          if (accepted >= 2_000_000) void upload.abort().then(() => resolve(accepted));
        };
        upload.start();
      });
      await first.stop();
      const second = await startHost();
      const uploadUrl = upload.url!.replace(first.url, second.url);
      expect(await readOffset(uploadUrl)).toBe(String(stoppedAt));
      const resumedFrom = await new Promise<number>((resolve, reject) => {
        let from = -1;
        new tus.Upload(data, {
          uploadUrl,
          retryDelays: null,
          onProgress: (sent) => (from = from < 0 ? sent : from),
          onError: reject,
          onSuccess: () => resolve(from),
        }).start();
      });
      expect(resumedFrom).toBeGreaterThanOrEqual(stoppedAt);
      const id = upload.url!.split('/').at(-1)!;
      expect(second.finished).toEqual([id]);
      const stored = await objects.putContent(await openUploads().openUpload(id), {
        organisationId: 'org',
        ownerId: 'evidence',
      });
      expect(stored).toMatchObject({ sha256: sha256(data), byte_size: data.length });
      expect((await openUploads().getUpload(id)).metadata).toEqual({
        filetype: 'image/jpeg',
        filename: 'Dach süd.jpg',
      });
    });

    it('what arrived of a request whose connection broke is kept', async () => {
      const data = randomBytes(SEGMENT_BYTES * 2);
      const { url, finished } = await startHost();
      const { path } = await create(url, { 'upload-length': String(data.length) });
      const sending = request(`${url}/${path}`, {
        method: 'PATCH',
        headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      });
      sending.on('error', () => {});
      sending.write(data.subarray(0, SEGMENT_BYTES + 300_000));
      await expect.poll(() => readStored(objects, path)).toBeGreaterThanOrEqual(SEGMENT_BYTES);
      sending.destroy();
      // Waits for the lock, and with it for the end of the broken request.
      const offset = Number(await readOffset(`${url}/${path}`));
      expect(offset).toBeGreaterThanOrEqual(SEGMENT_BYTES);
      expect(offset).toBeLessThanOrEqual(SEGMENT_BYTES + 300_000);
      expect((await patch(`${url}/${path}`, offset, data.subarray(offset))).status).toBe(204);
      expect(finished).toEqual([path]);
      expect(sha256(await buffer(await openUploads().openUpload(path)))).toBe(sha256(data));
    });

    it('takes an upload with the request that creates it, and an empty one', async () => {
      const { url, finished } = await startHost();
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...TUS, 'upload-length': '5', 'content-type': 'application/offset+octet-stream' },
        body: 'bytes',
      });
      expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '5']);
      const empty = await create(url, { 'upload-length': '0' });
      expect(finished).toEqual([response.headers.get('location')!.split('/').at(-1), empty.path]);
      expect(String(await buffer(await openUploads().openUpload(finished[0]!)))).toBe('bytes');
      expect((await buffer(await openUploads().openUpload(empty.path))).length).toBe(0);
    });

    it('takes a length that is told later', async () => {
      const { url, finished } = await startHost();
      const { path } = await create(url, { 'upload-defer-length': '1' });
      await patch(`${url}/${path}`, 0, Buffer.from('first '));
      await expect(openUploads().openUpload(path)).rejects.toThrow('must be resumed');
      const headers = { ...TUS, 'content-type': 'application/offset+octet-stream' };
      const last = await fetch(`${url}/${path}`, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': '6', 'upload-length': '10' },
        body: 'last',
      });
      expect(last.status).toBe(204);
      expect(finished).toEqual([path]);
      expect(String(await buffer(await openUploads().openUpload(path)))).toBe('first last');
    });

    it('refuses a wrong offset, and more than was announced or is allowed, and changes nothing', async () => {
      const { url, finished } = await startHost();
      expect((await create(url, { 'upload-length': String(MAX_BYTES + 1) })).status).toBe(413);
      const { path } = await create(url, { 'upload-length': '10' });
      await patch(`${url}/${path}`, 0, Buffer.from('12345'));
      expect((await patch(`${url}/${path}`, 0, Buffer.from('12345'))).status).toBe(409);
      expect((await patch(`${url}/${path}`, 6, Buffer.from('12345'))).status).toBe(409);
      expect((await patch(`${url}/${path}`, 5, Buffer.from('123456'))).status).toBe(413);
      expect(await readOffset(`${url}/${path}`)).toBe('5');
      expect(finished).toEqual([]);
    });

    it('serves nobody what was uploaded', async () => {
      const { url } = await startHost();
      const { path } = await create(url, { 'upload-length': '5' });
      await patch(`${url}/${path}`, 0, Buffer.from('bytes'));
      const response = await fetch(`${url}/${path}`);
      expect([response.status, (await response.text()).includes('bytes')]).toEqual([404, false]);
    });

    it('knows no upload of another name', async () => {
      const { url } = await startHost();
      await objects.put('org/state', Buffer.from('{"size":3}'));
      for (const path of ['unknown', '..%2Forg', '%2e%2e', 'a%00b', `${'a'.repeat(101)}`, 'ü']) {
        expect((await fetch(`${url}/${path}`, { method: 'HEAD', headers: TUS })).status).toBe(404);
        expect((await patch(`${url}/${path}`, 0, Buffer.from('x'))).status).toBe(404);
        expect((await fetch(`${url}/${path}`, { method: 'DELETE', headers: TUS })).status).toBe(404);
      }
      expect(await listKeys()).toEqual(['org/state']);
    });

    it('is gone when the client ends it', async () => {
      const { url } = await startHost();
      const { path } = await create(url, { 'upload-length': '10' });
      await patch(`${url}/${path}`, 0, Buffer.from('12345'));
      expect((await fetch(`${url}/${path}`, { method: 'DELETE', headers: TUS })).status).toBe(204);
      expect((await patch(`${url}/${path}`, 5, Buffer.from('12345'))).status).toBe(404);
      expect(await listKeys()).toEqual([]);
    });

    it('is swept when nobody has sent anything for so long, finished or not, and nothing else is', async () => {
      const { url } = await startHost();
      await objects.put('org/evidence/kept', Buffer.from('x'));
      const abandoned = await create(url, { 'upload-length': '10' });
      const finished = await create(url, { 'upload-length': '5' });
      await patch(`${url}/${abandoned.path}`, 0, Buffer.from('12345'));
      await patch(`${url}/${finished.path}`, 0, Buffer.from('12345'));
      // A crash in the middle of a removal leaves this.
      await objects.put('uploads/crashed/0-3', Buffer.from('abc'));
      clock.advance(HOUR_MS);
      expect(await openUploads().sweepAbandoned(2 * HOUR_MS)).toBe(0);
      expect(await readOffset(`${url}/${abandoned.path}`)).toBe('5');
      clock.advance(2 * HOUR_MS);
      expect(await openUploads().sweepAbandoned(2 * HOUR_MS)).toBe(3);
      expect(await listKeys()).toEqual(['org/evidence/kept']);
      expect((await patch(`${url}/${abandoned.path}`, 5, Buffer.from('12345'))).status).toBe(404);
    });

    it('goes on from what two servers wrote from one position on', async () => {
      const { url } = await startHost();
      const { path } = await create(url, { 'upload-length': '9' });
      await objects.put(`uploads/${path}/0-6`, Buffer.from('abcdef'));
      await objects.put(`uploads/${path}/0-2`, Buffer.from('ab'));
      await objects.put(`uploads/${path}/2-3`, Buffer.from('cde'));
      expect(await readOffset(`${url}/${path}`)).toBe('6');
      await expect(openUploads().openUpload(path)).rejects.toThrow('6 of 9');
      await patch(`${url}/${path}`, 6, Buffer.from('ghi'));
      expect(String(await buffer(await openUploads().openUpload(path)))).toBe('abcdefghi');
    });
  });

const readStored = async (objects: ObjectStore, id: string): Promise<number> => {
  let size = 0;
  for await (const { key, byte_size } of objects.list(`uploads/${id}/`)) {
    if (!key.endsWith('state')) size += byte_size;
  }
  return size;
};

describeUploads('uploads in the folder store', openTestFolder);
describeUploads('uploads in the S3 store', openTestBucket);

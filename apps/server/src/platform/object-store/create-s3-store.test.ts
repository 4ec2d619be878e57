import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { MissingObjectError, ObjectStoreError } from './object-store.ts';
import type { S3Deadlines } from './open-s3-client.ts';
import type { S3Settings } from '../../config/parse-s3-url.ts';
import { openTestBucket, openTestS3Store } from './testing/open-test-stores.ts';
import { PART_BYTES } from './upload-content.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const openBucket = async (settings: Partial<S3Settings> = {}) => {
  const clock = createFakeClock();
  const opened = await openTestBucket(clock);
  closing.push(opened.close);
  const other = await openTestS3Store({ ...opened.settings, ...settings }, { clock });
  closing.push(other.close);
  return { clock, store: other.store, settings: opened.settings };
};

const openScripted = async (answer: RequestListener, deadlines: S3Deadlines = {}) => {
  const requests: { line: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-south-1',
    bucket: 'evidence',
    accessKeyId: 'the-key',
    secretAccessKey: 'the-secret',
    signsUrls: true,
  };
  const clock = createFakeClock();
  const opened = await openTestS3Store(settings, { clock, ...deadlines });
  closing.push(async () => {
    await opened.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { ...opened, clock, requests, lines: () => requests.map(({ line }) => line.split('&x-id')[0]) };
};

const sendXml = (response: ServerResponse, status: number, xml: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
const sendError = (response: ServerResponse, status: number, code: string) =>
  sendXml(response, status, `<Error><Code>${code}</Code><Message>m</Message></Error>`);

const SIGNED = { expiresInSeconds: 60, filename: 'Dach "Süd".jpg', contentType: 'image/jpeg' };

describe('a signed URL', () => {
  it('downloads without a credential, under the name and type that were signed', async () => {
    const { store } = await openBucket();
    await store.put('org/a', Buffer.from('bytes'));
    const response = await fetch((await store.signReadUrl('org/a', SIGNED))!);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('bytes');
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Dach_S_d_.jpg"; filename*=UTF-8''Dach%20%22S%C3%BCd%22.jpg`,
    );
  });

  it('ends by the clock of the context', async () => {
    const { store, clock } = await openBucket();
    await store.put('org/a', Buffer.from('bytes'));
    const url = async () => (await fetch((await store.signReadUrl('org/a', SIGNED))!)).status;
    clock.advance(-50_000);
    expect(await url()).toBe(200);
    clock.advance(-20_000);
    expect(await url()).toBe(403);
  });

  it('holds no checksum, which a browser does not send', async () => {
    const { store } = await openBucket();
    const url = new URL((await store.signReadUrl('org/a', SIGNED))!);
    expect([...url.searchParams.keys()].filter((name) => /checksum|sdk/.test(name))).toEqual([]);
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
  });

  it('is not given where browsers do not reach S3', async () => {
    const { store } = await openBucket({ signsUrls: false });
    expect(await store.signReadUrl('org/a', SIGNED)).toBeNull();
  });
});

describe('a list', () => {
  it('goes over as many pages as S3 has', async () => {
    const page = (key: string, rest: string) =>
      `<ListBucketResult>${rest}<Contents><Key>${key}</Key><Size>3</Size>
        <LastModified>2026-11-20T09:30:00.000Z</LastModified></Contents></ListBucketResult>`;
    const next = '<IsTruncated>true</IsTruncated><NextContinuationToken>t/1=</NextContinuationToken>';
    const s3 = await openScripted((request, response) =>
      sendXml(
        response,
        200,
        request.url?.includes('continuation-token=t%2F1%3D') ? page('org/b', '') : page('org/a', next),
      ),
    );
    const modified_at = new Date('2026-11-20T09:30:00.000Z');
    const listed: object[] = [];
    for await (const found of s3.store.list('org/')) listed.push(found);
    expect(listed).toEqual([
      { key: 'org/a', byte_size: 3, modified_at },
      { key: 'org/b', byte_size: 3, modified_at },
    ]);
    expect(s3.requests).toHaveLength(2);
    expect(s3.requests.every(({ line }) => line.includes('prefix=org%2F'))).toBe(true);
  });
});

describe('a put', () => {
  it('sends bytes whose hash is signed, and no checksum that other servers than Amazon refuse', async () => {
    const s3 = await openScripted((_request, response) => response.writeHead(200, { etag: '"1"' }).end());
    const body = randomBytes(1_000);
    await s3.store.put('org/a', body);
    expect(s3.requests).toHaveLength(1);
    const [{ headers, body: sent }] = s3.requests as [(typeof s3.requests)[0]];
    expect(sent.equals(body)).toBe(true);
    expect(headers['x-amz-content-sha256']).toBe(createHash('sha256').update(body).digest('hex'));
    expect(headers['content-length']).toBe('1000');
    expect(Object.keys(headers).filter((name) => /checksum|trailer|transfer-encoding/.test(name))).toEqual(
      [],
    );
  });

  it('is repeated, whole, when S3 is overloaded', async () => {
    let failures = 2;
    const s3 = await openScripted((_request, response) =>
      failures-- > 0 ? sendError(response, 503, 'SlowDown') : response.writeHead(200, { etag: '"1"' }).end(),
    );
    const stream = async function* () {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    };
    await s3.store.put('org/a', stream());
    expect(s3.requests.map(({ body }) => String(body))).toEqual(['one two', 'one two', 'one two']);
  });

  it('aborts its parts when one of them fails, and says why', async () => {
    const s3 = await openScripted((request, response) => {
      if (request.method === 'POST') {
        return sendXml(
          response,
          200,
          '<InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>',
        );
      }
      if (request.method === 'DELETE') return response.writeHead(204).end();
      if (request.url?.includes('partNumber=1&')) return response.writeHead(200, { etag: '"1"' }).end();
      return sendError(response, 403, 'AccessDenied');
    });
    const put = s3.store.put('org/a', Buffer.alloc(PART_BYTES + 1));
    await expect(put).rejects.toThrow(ObjectStoreError);
    await expect(put).rejects.toMatchObject({ cause: { name: 'AccessDenied' } });
    expect(s3.lines()).toEqual([
      'POST /evidence/org/a?uploads=',
      'PUT /evidence/org/a?partNumber=1&uploadId=u-1',
      'PUT /evidence/org/a?partNumber=2&uploadId=u-1',
      'DELETE /evidence/org/a?uploadId=u-1',
    ]);
    expect(s3.requests[1]?.body).toHaveLength(PART_BYTES);
    expect(s3.requests[2]?.body).toHaveLength(1);
  });
});

describe('the sweep', () => {
  const upload = (id: string, initiated: Date) =>
    `<Upload><Key>org/${id}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`;

  it('aborts the old uploads of every page, and leaves the young', async () => {
    const now = Date.now();
    const [old, young] = [new Date(now - 7_200_000), new Date(now - 60_000)];
    const pages = {
      first: `<IsTruncated>true</IsTruncated><NextKeyMarker>org/u-2</NextKeyMarker>
        <NextUploadIdMarker>u-2</NextUploadIdMarker>${upload('u-1', old)}${upload('u-2', young)}`,
      second: `<IsTruncated>false</IsTruncated>${upload('u-3', old)}`,
    };
    const s3 = await openScripted((request, response) => {
      if (request.method === 'DELETE') {
        // This upload was completed meanwhile.
        if (request.url?.includes('u-3')) return sendError(response, 404, 'NoSuchUpload');
        return response.writeHead(204).end();
      }
      const page = request.url?.includes('key-marker') ? pages.second : pages.first;
      return sendXml(response, 200, `<ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>`);
    });
    expect(await s3.store.sweepTemporaries(3_600_000)).toBe(2);
    expect(s3.lines().filter((line) => line?.startsWith('DELETE'))).toEqual([
      'DELETE /evidence/org/u-1?uploadId=u-1',
      'DELETE /evidence/org/u-3?uploadId=u-3',
    ]);
    expect(s3.lines()[2]).toContain('upload-id-marker=u-2');
  });

  it('is content with a server that cannot list uploads', async () => {
    const s3 = await openScripted((_request, response) => sendError(response, 501, 'NotImplemented'));
    expect(await s3.store.sweepTemporaries(0)).toBe(0);
  });
});

describe('an S3 that fails', () => {
  it('is given up at the deadline', async () => {
    const s3 = await openScripted(() => {}, { timeoutMs: 200 });
    for (const call of [
      () => s3.store.get('org/a'),
      () => s3.store.stat('org/a'),
      () => s3.store.put('org/a', Buffer.from('x')),
      () => s3.store.delete('org/a'),
      () => s3.store.check(),
    ]) {
      await expect(call()).rejects.toThrow(ObjectStoreError);
      await expect(call()).rejects.toThrow('200 ms');
    }
  });

  it('may take longer than the deadline for a body that keeps coming, but not stand still', async () => {
    let response!: ServerResponse;
    const s3 = await openScripted(
      (_request, answered) => {
        response = answered.writeHead(200, { 'content-length': '100' });
        response.write('a');
      },
      { timeoutMs: 300, stallMs: 1_000 },
    );
    const stream = await s3.store.get('org/a');
    const arrived: string[] = [];
    stream.on('data', (chunk: Buffer) => arrived.push(String(chunk)));
    const failed = once(stream, 'error');
    await expect.poll(() => arrived.join('')).toBe('a');
    const timer = setInterval(() => response.write('b'), 100);
    await expect.poll(() => arrived.join('').length, { timeout: 5_000 }).toBeGreaterThan(8);
    clearInterval(timer);
    const [error] = (await failed) as [Error];
    expect(error.name).toBe('TimeoutError');
  });

  it('that cuts a body off is an error, never a shorter object', async () => {
    const s3 = await openScripted((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(s3.store.get('org/a').then(buffer)).rejects.toThrow();
  });

  it.each([
    [403, 'AccessDenied'],
    [403, 'SignatureDoesNotMatch'],
    [404, 'NoSuchBucket'],
    [500, 'InternalError'],
  ])('with %i %s is not taken for a missing object', async (status, code) => {
    const s3 = await openScripted((_request, response) => sendError(response, status, code));
    const get = s3.store.get('org/a');
    await expect(get).rejects.toThrow(ObjectStoreError);
    await expect(get).rejects.not.toThrow(MissingObjectError);
    await expect(get).rejects.toThrow('S3_URL');
  });

  it('leaves nothing of a stream on the disk', async () => {
    const s3 = await openScripted((_request, response) => sendError(response, 403, 'AccessDenied'));
    const stream = async function* () {
      yield randomBytes(100);
    };
    await expect(s3.store.put('org/a', stream())).rejects.toThrow(ObjectStoreError);
    expect(await readdir(s3.spoolDir)).toEqual([]);
  });

  it('names no secret', async () => {
    const s3 = await openScripted((_request, response) => sendError(response, 403, 'InvalidAccessKeyId'));
    const error = await s3.store.put('org/a', Buffer.from('x')).catch((thrown: unknown) => thrown);
    expect(inspect(error, { depth: null })).not.toContain('the-secret');
  });

  it('or has no such bucket does not pass the check', async () => {
    const { settings, clock } = await openBucket();
    const store = await openTestS3Store({ ...settings, bucket: 'nowhere' }, { clock });
    closing.push(store.close);
    await expect(store.store.check()).rejects.toThrow('S3 has no bucket nowhere');
    const away = await openTestS3Store({ ...settings, endpoint: 'http://127.0.0.1:1' }, { clock });
    closing.push(away.close);
    await expect(away.store.check()).rejects.toThrow(ObjectStoreError);
  });
});

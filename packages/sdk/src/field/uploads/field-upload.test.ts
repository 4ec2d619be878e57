import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../errors/api-error.ts';
import { UsageError } from '../../errors/field-inspection-error.ts';
import { AbortError, ConnectionError, DeadlineExceededError } from '../../errors/request-error.ts';
import { openFieldSession } from '../../field.ts';
import { createFakeFetch, type FakeReply, problem } from '../../testing/fake-fetch.ts';
import { createFakeRuntime } from '../../testing/fake-runtime.ts';

const ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const PHOTO = Uint8Array.from({ length: 1000 }, (_, index) => [0xff, 0xd8, 0xff][index] ?? index % 251);
const cut: FakeReply = () => {
  throw new TypeError('cut');
};

/** `faults` befall the PATCH requests in their order. */
function open({ faults = [] as (FakeReply | { takes: number; then: FakeReply } | null)[] } = {}) {
  const arrived: number[] = [];
  const take = (body: unknown, most = Infinity) =>
    void arrived.push(...[...new Uint8Array(body as ArrayBuffer)].slice(0, most));
  const tell = (status: number, headers: Record<string, string> = {}) =>
    new Response(null, { status, headers: { 'upload-offset': String(arrived.length), ...headers } });
  const { fetch, requests } = createFakeFetch((request, init) => {
    const { method, url, body, headers } = request;
    if (method === 'POST') return tell(201, { location: `https://other.example/v1/field/uploads/${ID}` });
    if (method === 'HEAD') return tell(200, { 'upload-length': String(PHOTO.length) });
    if (method === 'GET')
      return Response.json({
        data: [{ id: 'another' }, { id: ID }],
        has_more: false,
        next_cursor: null,
        path: url.pathname,
      });
    const fault = faults.shift();
    if (typeof fault === 'function') return fault(request, init);
    if (fault) {
      take(body, fault.takes);
      return fault.then(request, init);
    }
    if (headers.get('upload-offset') !== String(arrived.length)) return tell(409);
    take(body);
    return tell(204);
  });
  const { runtime, sleeps } = createFakeRuntime();
  const field = openFieldSession({ token: 'token', baseUrl: 'https://api.example.com', fetch, runtime });
  return { field, requests, sleeps, arrived, runtime };
}

const partBytes = 300;

describe('field.uploads.start', () => {
  it('tells the type, the hash and the details by tus 1.0.0, under an Idempotency-Key', async () => {
    const { field, requests } = open();
    const upload = await field.uploads.start(PHOTO, { slot: 'Dach süd', lat: 45.5, lon: 9 });
    const [{ url, headers } = requests[0]!] = requests;
    expect(url.pathname).toBe('/v1/field/uploads');
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    expect(headers.get('upload-length')).toBe('1000');
    expect(headers.get('idempotency-key')).not.toBeNull();
    const metadata = headers
      .get('upload-metadata')!
      .split(',')
      .map((pair) => pair.split(' '));
    expect(
      Object.fromEntries(metadata.map(([name, value]) => [name, Buffer.from(value!, 'base64').toString()])),
    ).toEqual({
      slot: 'Dach süd',
      lat: '45.5',
      lon: '9',
      filetype: 'image/jpeg',
      sha256: createHash('sha256').update(PHOTO).digest('hex'),
    });
    // The token goes to the client's own base URL, whatever the reply names.
    expect([upload.id, upload.url]).toEqual([ID, `https://api.example.com/v1/field/uploads/${ID}`]);
  });
});

describe('upload.finish', () => {
  it('sends part after part, tells how far it is, and gives the evidence', async () => {
    const { field, requests, arrived } = open();
    const told: number[] = [];
    const upload = field.uploads.resume(ID, PHOTO);
    const onProgress = ({ sentBytes }: { sentBytes: number }) => void told.push(sentBytes);
    expect(await upload.finish({ partBytes, onProgress })).toEqual({ id: ID });
    expect(arrived).toEqual([...PHOTO]);
    expect(told).toEqual([0, 300, 600, 900, 1000]);
    const methods = requests.map(({ method }) => method);
    expect(methods).toEqual(['HEAD', 'PATCH', 'PATCH', 'PATCH', 'PATCH', 'GET']);
    expect(requests.map(({ headers }) => headers.has('idempotency-key'))).toEqual(methods.map(() => false));
  });

  it('goes on after cuts where it stopped: in a part, before it, and after its last byte', async () => {
    const faults = [{ takes: 77, then: cut }, cut, null, null, null, { takes: 300, then: cut }];
    const { field, arrived } = open({ faults });
    expect(await field.uploads.resume(ID, PHOTO).finish({ partBytes })).toEqual({ id: ID });
    expect(arrived).toEqual([...PHOTO]);
  });

  it.each([
    ['a wrong offset', problem(409, 'upload_offset_conflict')],
    ['an upload that another request holds', problem(423, 'unknown')],
    ['a service that is not there', problem(503, 'unavailable')],
  ])('asks for the offset and goes on after %s', async (_, fault) => {
    const { field, arrived, requests } = open({ faults: [fault] });
    await field.uploads.resume(ID, PHOTO).finish({ partBytes });
    expect(arrived).toEqual([...PHOTO]);
    expect(requests.map(({ method }) => method).slice(0, 4)).toEqual(['HEAD', 'PATCH', 'HEAD', 'PATCH']);
  });

  it.each([
    ['session.already_ended', 409],
    ['checksum_mismatch', 422],
    ['unauthenticated', 401],
  ])('%s ends it at once', async (code, status) => {
    const { field, sleeps } = open({ faults: [problem(status, code)] });
    const refused: unknown = await field.uploads
      .resume(ID, PHOTO)
      .finish({ partBytes })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ status, code });
    expect(refused instanceof ConflictError).toBe(status === 409);
    expect(sleeps).toEqual([]);
  });

  it('gives up after its retries without a byte more, and can be called again', async () => {
    const { field, sleeps, arrived } = open({ faults: [null, ...Array<FakeReply>(4).fill(cut)] });
    const upload = field.uploads.resume(ID, PHOTO);
    await expect(upload.finish({ partBytes, maxRetries: 3 })).rejects.toBeInstanceOf(ConnectionError);
    expect(sleeps).toEqual([500, 1000, 2000]);
    expect(await upload.finish({ partBytes })).toEqual({ id: ID });
    expect(arrived).toEqual([...PHOTO]);
  });

  it('counts its retries anew with each byte that arrives', async () => {
    const slow = { takes: 10, then: cut };
    const { field, arrived } = open({ faults: Array(20).fill(slow) as (typeof slow)[] });
    await field.uploads.resume(ID, PHOTO).finish({ partBytes, maxRetries: 1 });
    expect(arrived).toEqual([...PHOTO]);
  });

  it('keeps to a deadline, and begins no wait that would pass it', async () => {
    const { field, runtime } = open({ faults: Array<FakeReply>(99).fill(cut) });
    const startedAtMs = runtime.now();
    const call = field.uploads.resume(ID, PHOTO).finish({ deadlineMs: 5000, maxRetries: 50 });
    const error: unknown = await call.catch((caught: unknown) => caught);
    expect(error instanceof ConnectionError || error instanceof DeadlineExceededError).toBe(true);
    expect(runtime.now() - startedAtMs).toBeLessThan(5000);
  });

  it('ends with its signal', async () => {
    const { field, arrived } = open();
    const controller = new AbortController();
    const onProgress = ({ sentBytes }: { sentBytes: number }) => void (sentBytes && controller.abort());
    const call = field.uploads.resume(ID, PHOTO).finish({ partBytes, onProgress, signal: controller.signal });
    await expect(call).rejects.toBeInstanceOf(AbortError);
    expect(arrived).toHaveLength(300);
  });

  it('what onProgress throws is thrown', async () => {
    const { field } = open();
    const onProgress = () => {
      throw new RangeError('of the app');
    };
    await expect(field.uploads.resume(ID, PHOTO).finish({ onProgress })).rejects.toBeInstanceOf(RangeError);
  });

  it.each([{ partBytes: 0 }, { partBytes: 1.5 }, { maxRetries: -1 }])('refuses %j', async (options) => {
    const { field } = open();
    await expect(field.uploads.resume(ID, PHOTO).finish(options)).rejects.toBeInstanceOf(UsageError);
  });
});

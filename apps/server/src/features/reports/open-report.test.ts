import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let sessionId: string;
let whole: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  ({ id: sessionId } = await server.client.sessions.create({ notes: 'Roof' }));
  await server.client.sessions.end(sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
  whole = Buffer.from(await (await server.client.reports.download(sessionId)).arrayBuffer());
});
afterAll(() => server.close());

const freshLink = async () => (await server.client.evidence.get(sessionId)).pdf_url!;
const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('pdf_url', () => {
  it('opens the report without a credential for 15 minutes, and tells no other page of itself', async () => {
    const link = await freshLink();
    server.clock.advance(14 * 60_000);
    const response = await fetch(link);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
  });

  it('is 410 link_expired after its end', async () => {
    const link = await freshLink();
    server.clock.advance(15 * 60_000 + 1_000);
    expect(await codeOf(await fetch(link))).toEqual([410, 'link_expired']);
  });

  it('is made anew by each GET, and no POST shows one', async () => {
    const first = await freshLink();
    server.clock.advance(1_000);
    expect(await freshLink()).not.toBe(first);
    const asked = await server.client.reports.create(sessionId, {}, { idempotencyKey: 'once' });
    await runDueJobs(server.context);
    const replayed = await server.client.reports.create(sessionId, {}, { idempotencyKey: 'once' });
    expect([asked.pdf_url, replayed.pdf_url, replayed.id]).toEqual([null, null, asked.id]);
    expect((await server.client.reports.get(sessionId, asked.id)).pdf_url).toContain(asked.id);
  });

  it('finds nothing when anything of it is changed', async () => {
    const link = new URL(await freshLink());
    const { data } = await server.client.reports.list(sessionId);
    const [newest, first] = [data[0]!, data.at(-1)!];
    const changes: [string, (url: URL) => void][] = [
      ['a later end', (url) => url.searchParams.set('expires', '9999999999')],
      ['another signature', (url) => url.searchParams.set('signature', 'A'.repeat(43))],
      ['half a signature', (url) => url.searchParams.set('signature', 'AAAA')],
      ['no signature', (url) => url.searchParams.delete('signature')],
      ['another report', (url) => (url.pathname = url.pathname.replace(newest.id, first.id))],
      ['no report', (url) => (url.pathname = '/v1/reports/nothing.pdf')],
    ];
    expect(newest.id).not.toBe(first.id);
    for (const [, change] of changes) {
      const url = new URL(link);
      change(url);
      expect(await codeOf(await fetch(url))).toEqual([404, 'not_found']);
    }
    const spelled = `${link.href}=`;
    expect(await codeOf(await fetch(spelled))).toEqual([400, 'validation_error']);
  });

  it('answers HEAD with the length and no body', async () => {
    const response = await fetch(await freshLink(), { method: 'HEAD' });
    const [newest] = (await server.client.reports.list(sessionId)).data;
    expect([response.status, response.headers.get('content-length')]).toEqual([
      200,
      String(newest!.byte_size),
    ]);
    expect(await response.text()).toBe('');
  });
});

describe('a range of a report', () => {
  const download = (headers: Record<string, string>) =>
    fetch(`${server.baseUrl}/v1/evidence/${sessionId}/report.pdf`, {
      headers: { authorization: `Bearer ${server.seed.apiKey}`, ...headers },
    });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  let newest: Buffer;
  beforeAll(async () => {
    newest = await bytesOf(await download({}));
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=0-999999999', 0, undefined],
    ['bytes=-999999999', 0, undefined],
    ['Bytes=3-3', 3, 3],
  ])('%s is answered with 206 and these bytes', async (range, from, to) => {
    const response = await download({ range });
    expect(response.status).toBe(206);
    const expected = newest.subarray(from, to === undefined ? undefined : to + 1);
    expect((await bytesOf(response)).equals(expected)).toBe(true);
    const start = from < 0 ? newest.length + from : from;
    expect(response.headers.get('content-range')).toBe(
      `bytes ${start}-${start + expected.length - 1}/${newest.length}`,
    );
    expect(response.headers.get('content-length')).toBe(String(expected.length));
  });

  it.each([
    ['behind the last byte', () => `bytes=${newest.length}-`],
    ['wholly behind it', () => `bytes=${newest.length + 5}-${newest.length + 9}`],
    ['of the last 0 bytes', () => 'bytes=-0'],
  ])('%s is 416, with the length', async (_, range) => {
    const response = await download({ range: range() });
    expect(response.headers.get('content-range')).toBe(`bytes */${newest.length}`);
    expect(await codeOf(response)).toEqual([416, 'range_not_satisfiable']);
  });

  it.each(['lines=1-2', 'lines=9-1', 'bytes=0-1,5-6', 'bytes=5-2', 'bytes=-', 'bytes=1-x', 'nonsense'])(
    '%s, which is no single range of bytes, gets the whole file',
    async (range) => {
      const response = await download({ range });
      expect(response.status).toBe(200);
      expect((await bytesOf(response)).equals(newest)).toBe(true);
    },
  );

  it('goes on only with the same bytes: If-Range with the ETag, and the whole file with another', async () => {
    const etag = (await download({})).headers.get('etag')!;
    expect((await download({ range: 'bytes=1-2', 'if-range': etag })).status).toBe(206);
    expect((await download({ range: 'bytes=1-2', 'if-range': '"another"' })).status).toBe(200);
  });

  it.each([
    ['its ETag', (etag: string) => etag],
    ['it among others, weakly', (etag: string) => `"another", W/${etag}`],
    ['any', () => '*'],
  ])('is 304 without a body to whoever has these bytes: %s, whatever range is asked for', async (_, name) => {
    const etag = (await download({})).headers.get('etag')!;
    for (const more of [{}, { range: 'bytes=1-2' }, { range: `bytes=${newest.length}-` }]) {
      const response = await download({ 'if-none-match': name(etag), ...more });
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, '']);
      expect(response.headers.get('content-type')).toBeNull();
    }
    const link = await fetch(await freshLink(), { headers: { 'if-none-match': name(etag) } });
    expect([link.status, link.headers.get('referrer-policy')]).toEqual([304, 'no-referrer']);
  });

  it('is the whole to whoever has other bytes, or knows a date, of which none is sent', async () => {
    const other = await download({ 'if-none-match': '"another"' });
    expect([other.status, other.headers.get('last-modified')]).toEqual([200, null]);
    await other.arrayBuffer();
    const dated = await download({ 'if-modified-since': 'Sat, 01 Jan 2050 00:00:00 GMT' });
    expect((await bytesOf(dated)).equals(newest)).toBe(true);
  });
});

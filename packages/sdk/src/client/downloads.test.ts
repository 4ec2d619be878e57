import { describe, expect, it } from 'vitest';
import { createTestClient } from '../testing/create-test-client.ts';
import { disconnect, problem } from '../testing/fake-fetch.ts';

const BUCKET = 'https://bucket.example/photo?X-Amz-Signature=s';
const redirect = () => new Response(null, { status: 302, headers: { location: BUCKET } });
const bytes = () => new Response('a picture', { headers: { 'content-type': 'image/jpeg' } });

const download = (replies: Parameters<typeof createTestClient>[0], headers: Record<string, string> = {}) => {
  const test = createTestClient(replies);
  return { ...test, response: test.client.evidence.download('s', 'e', { redirect: true }, { headers }) };
};

describe('a download that is answered with a link', () => {
  it('gives the bytes, and sends the other origin the range that is wanted and no key', async () => {
    const { requests, response } = download([redirect, bytes], {
      range: 'bytes=2-',
      'x-proxy-key': 'secret',
    });
    expect(await (await response).text()).toBe('a picture');
    expect(requests.map(({ method, url }) => [method, url.href])).toEqual([
      ['GET', 'https://api.example.com/v1/evidence/s/files/e?redirect=true'],
      ['GET', BUCKET],
    ]);
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer fis_secret');
    expect([...requests[1]!.headers]).toEqual([['range', 'bytes=2-']]);
  });

  it('asks for a new link when the bytes do not come', async () => {
    const { requests, response } = download([redirect, disconnect, redirect, bytes]);
    expect((await response).status).toBe(200);
    const hosts = ['api.example.com', 'bucket.example'];
    expect(requests.map(({ url }) => url.host)).toEqual([...hosts, ...hosts]);
  });

  it('follows one link, and no redirect of any other call', async () => {
    const { requests, response } = download([redirect]);
    await expect(response).rejects.toMatchObject({ name: 'ApiError', status: 302 });
    expect(requests).toHaveLength(2);
    const other = createTestClient([redirect]);
    await expect(other.client.sessions.get('s')).rejects.toMatchObject({ name: 'ApiError', status: 302 });
    expect(other.requests).toHaveLength(1);
  });
});

describe('a download that asks for what is new', () => {
  const same = () => new Response(null, { status: 304, headers: { etag: '"1"' } });
  const options = { headers: { 'If-None-Match': '"1"' } };

  it('gives the reply itself, of status 304, while nothing is', async () => {
    const { client } = createTestClient([same]);
    for (const call of [
      client.reports.download('s', options),
      client.evidence.download('s', 'e', {}, options),
    ])
      expect(await call).toMatchObject({ status: 304, ok: false });
  });

  it('fails as ever on anything else', async () => {
    const { client } = createTestClient([problem(404, 'not_found')]);
    await expect(client.reports.download('s', options)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is an error where the body is the result: there is none', async () => {
    await expect(createTestClient([same]).client.sessions.get('s', options)).rejects.toMatchObject({
      name: 'ApiError',
      status: 304,
    });
  });
});

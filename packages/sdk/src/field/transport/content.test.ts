import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../errors/field-inspection-error.ts';
import { openFieldSession } from '../../field.ts';
import { createFakeFetch, json } from '../../testing/fake-fetch.ts';
import { openContent } from './content.ts';

afterEach(() => vi.unstubAllGlobals());

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
const WEBP = new TextEncoder().encode('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ');

describe('openContent', () => {
  it.each([
    ['image/jpeg', JPEG],
    ['image/png', PNG],
    ['image/webp', WEBP],
    ['image/jpeg', JPEG.slice().buffer],
    ['image/jpeg', new Blob([JPEG])],
    ['image/jpeg', new Blob([JPEG], { type: 'image/jpg' })],
    ['image/png', new Blob([PNG], { type: 'image/jpeg' })],
    ['image/heic', new Blob(['a picture'], { type: 'image/heic' })],
  ])('tells %s', async (type, content) => {
    expect((await openContent(content)).type).toBe(type);
  });

  it('reads a part of what is itself a part of a buffer', async () => {
    const whole = Uint8Array.from([9, 9, ...JPEG, 9]);
    const { byteSize, read } = await openContent(whole.subarray(2, 2 + JPEG.length));
    expect(byteSize).toBe(JPEG.length);
    expect([...new Uint8Array(await read(1, 3))]).toEqual([0xd8, 0xff]);
    expect([...new Uint8Array(await read(5, 99))]).toEqual([2, 3]);
  });

  it.each([['text'], [null], [{ size: 3 }], [new Uint8Array([1, 2, 3])], [new Blob(['text'])]])(
    'refuses %o before anything is sent',
    async (content) => {
      await expect(openContent(content as Uint8Array)).rejects.toBeInstanceOf(UsageError);
    },
  );
});

describe('a photo in one request', () => {
  const send = async () => {
    const { fetch, requests } = createFakeFetch(json({ id: 'the photo' }));
    const field = openFieldSession({ token: 'token', baseUrl: 'https://api.example.com', fetch });
    await field.evidence.createPhoto(JPEG, { slot: 'roof', lat: 45.5, lon: 9 }, { idempotencyKey: 'roof-1' });
    return requests[0]!;
  };

  it('is its bytes, with their type, their digest and a key', async () => {
    const { url, headers, body } = await send();
    expect(url.search).toBe('?slot=roof&lat=45.5&lon=9');
    expect([...new Uint8Array(body as ArrayBuffer)]).toEqual([...JPEG]);
    const digest = createHash('sha256').update(JPEG).digest('base64');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-digest': `sha-256=:${digest}:`,
      'idempotency-key': 'roof-1',
      authorization: 'Bearer token',
    });
  });

  it('goes without a digest where there is no WebCrypto', async () => {
    vi.stubGlobal('crypto', { randomUUID: () => 'uuid' });
    expect((await send()).headers.has('content-digest')).toBe(false);
  });

  it('says in a browser what the browser says of itself', async () => {
    expect((await send()).headers.get('user-agent')).toContain('field-inspection-sdk/');
    vi.stubGlobal('document', {});
    expect((await send()).headers.has('user-agent')).toBe(false);
  });
});

it('the token is told by its property, and by nothing that prints the field side', () => {
  const field = openFieldSession({ token: 'q7Zb8uRs', baseUrl: 'https://api.example.com' });
  expect(field.token).toBe('q7Zb8uRs');
  expect(JSON.stringify(field) + inspect(field, { depth: 9, showHidden: true })).not.toContain('q7Zb8uRs');
  expect(() => openFieldSession({ token: 'with a space', baseUrl: 'https://api.example.com' })).toThrow(
    'field_session_token',
  );
});

import { describe, expect, it } from 'vitest';
import { ConnectionError } from './request-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { findReason } from './find-reason.ts';

const coded = (code: unknown) => Object.assign(new Error('no'), { code });

describe('findReason', () => {
  it('finds the first code in a chain of causes', () => {
    expect(findReason(new TypeError('fetch failed', { cause: coded('ENOTFOUND') }))).toBe('ENOTFOUND');
    expect(findReason(coded('ECONNRESET'))).toBe('ECONNRESET');
  });

  it('finds the innermost words where there is no code', () => {
    const cause = new Error('other side closed');
    expect(findReason(new TypeError('fetch failed', { cause }))).toBe('other side closed');
    expect(findReason(new TypeError('fetch failed'))).toBe('fetch failed');
  });

  it('finds none where there is none, in what may be a secret, and in a chain that leads back to itself', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    const secret = new Error('Bearer fis_1 refused');
    for (const cause of [
      undefined,
      null,
      'down',
      new Error('no'),
      coded(7),
      coded('not a code'),
      loop,
      secret,
    ])
      expect(findReason(cause)).toBeNull();
  });
});

it('ConnectionError says host and reason, in words too, and a log of it has no key and no query', async () => {
  const { client } = createTestClient(
    [
      () => {
        throw new TypeError('fetch failed', { cause: coded('ECONNREFUSED') });
      },
    ],
    { baseUrl: 'https://api.example.com/inspect', maxRetries: 0 },
  );
  const error: unknown = await client.sessions
    .list({ campaign: 'secret' })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  const logged = JSON.stringify(error);
  expect(logged).toContain(
    'Connection to api.example.com failed (ECONNREFUSED: nothing listens there): GET https://api.example.com/inspect/api/v1/public/sessions',
  );
  expect(error).toMatchObject({
    host: 'api.example.com',
    reason: 'ECONNREFUSED',
    method: 'GET',
    path: '/inspect/api/v1/public/sessions',
  });
  expect(logged).not.toMatch(/secret|fis_/);
});

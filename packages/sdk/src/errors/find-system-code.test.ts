import { describe, expect, it } from 'vitest';
import { ConnectionError } from './request-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { findSystemCode } from './find-system-code.ts';

const coded = (code: unknown) => Object.assign(new Error('no'), { code });

describe('findSystemCode', () => {
  it('finds the first code in a chain of causes', () => {
    expect(findSystemCode(new TypeError('fetch failed', { cause: coded('ENOTFOUND') }))).toBe('ENOTFOUND');
    expect(findSystemCode(coded('ECONNRESET'))).toBe('ECONNRESET');
  });

  it('finds none where there is none, and in a chain that leads back to itself', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    for (const cause of [undefined, null, 'down', new Error('no'), coded(7), coded('not a code'), loop])
      expect(findSystemCode(cause)).toBeUndefined();
  });
});

it('an error that goes to a log names origin and system code, but no key and no query', async () => {
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
    'Connection failed (ECONNREFUSED): GET https://api.example.com/inspect/api/v1/public/sessions',
  );
  expect(logged).not.toMatch(/secret|fis_/);
});

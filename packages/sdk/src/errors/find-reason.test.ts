import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { FieldInspection } from '../client.ts';
import { ConnectionError } from './request-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { describeReason, findReason } from '../requests/send-request.ts';

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

it.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'no TLS there: http://?'],
  ['UND_ERR_SOCKET', 'it hung up'],
  ['ECONNRESET', 'it hung up'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'no such host'],
  ['EAI_AGAIN', 'no DNS'],
  ['ETIMEDOUT', 'no answer'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'no valid certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'no valid certificate'],
  ['CERT_HAS_EXPIRED', 'no valid certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'no valid certificate'],
])('describeReason says of %s in words: %s', (code, meaning) => {
  expect(describeReason(code)).toBe(`${code}: ${meaning}`);
});

it('describeReason leaves what is in words already, and says unknown of nothing', () => {
  expect([describeReason('bad port'), describeReason(null)]).toEqual(['bad port', 'unknown']);
});

it('https:// against a port without TLS is a ConnectionError that asks for http://', async () => {
  const server = createServer((_, response) => void response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new FieldInspection({ apiKey: 'fis_key', baseUrl, maxRetries: 0 });
  const call = Promise.resolve(client.sessions.list());
  await expect(call).rejects.toBeInstanceOf(ConnectionError);
  await expect(call).rejects.toThrow('(ERR_SSL_WRONG_VERSION_NUMBER: no TLS there: http://?)');
  server.close();
});

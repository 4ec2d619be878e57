import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import type { ClientOptions } from './options.ts';
import { readSettings } from './read-settings.ts';

const valid = { apiKey: 'fis_key', baseUrl: 'http://127.0.0.1:3000' };
const read = (options: object = {}, environment = {}) =>
  readSettings({ ...valid, ...options } as ClientOptions, environment);

describe('readSettings for a session', () => {
  afterEach(() => vi.unstubAllGlobals());
  const readSession = (options: object, origin?: string, environment = {}) => {
    if (origin !== undefined) vi.stubGlobal('location', { origin });
    return readSettings({ session: 'cookie', ...options } as ClientOptions, environment);
  };

  it('takes the origin of the page, and no key, whatever the environment has', () => {
    const environment = {
      FIELD_INSPECTION_API_KEY: 'fis_env',
      FIELD_INSPECTION_BASE_URL: 'https://env.example.com',
    };
    const { apiKey, baseUrl } = readSession({}, 'https://example.com', environment);
    expect([apiKey, baseUrl]).toEqual(['', 'https://example.com']);
  });

  it('takes a path of the page’s origin, for a service below one', () => {
    const { baseUrl } = readSession({ baseUrl: 'https://example.com/inspect/' }, 'https://example.com');
    expect(baseUrl).toBe('https://example.com/inspect');
  });

  it.each([
    [{}, 'null', 'got "null"'],
    [{ baseUrl: 'example.com' }, 'https://example.com', 'baseUrl must be an http(s) origin'],
  ])('refuses %j on a page of %s', (options, origin, message) => {
    expect(() => readSession(options, origin)).toThrow(UsageError);
    expect(() => readSession(options, origin)).toThrow(message);
  });

  it.each<[string, object, string | undefined]>([
    ['a key', { apiKey: 'fis_key' }, 'https://example.com'],
    ['another word', { session: 'bearer' }, 'https://example.com'],
    ['no page', {}, undefined],
    ['no page, and the address of the service', { baseUrl: 'https://example.com' }, undefined],
    ['a page of another port', { baseUrl: 'https://example.com' }, 'https://example.com:8443'],
    ['a page of another scheme', { baseUrl: 'https://example.com' }, 'http://example.com'],
  ])('refuses %s', (_, options, origin) => {
    expect(() => readSession(options, origin)).toThrow(
      new UsageError("session: 'cookie' is for a page of the service's own origin, without apiKey"),
    );
  });
});

describe('readSettings', () => {
  it('fills in the defaults', () => {
    expect(read()).toMatchObject({ ...valid, timeoutMs: 30_000, maxRetries: 2, maxRetryAfterMs: 60_000 });
    expect(read().userAgent).toMatch(/^field-inspection-sdk\/\d+\.\d+\.\d+$/);
  });

  it('takes the key and the base URL from the environment, unless they are given', () => {
    const environment = {
      FIELD_INSPECTION_API_KEY: 'fis_env',
      FIELD_INSPECTION_BASE_URL: 'https://env.example.com',
    };
    expect(readSettings({}, environment)).toMatchObject({
      apiKey: 'fis_env',
      baseUrl: 'https://env.example.com',
    });
    expect(read({}, environment)).toMatchObject(valid);
  });

  it.each([
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/inspect//', 'https://example.com/inspect'],
    ['HTTPS://EXAMPLE.com:443/a/b', 'https://example.com/a/b'],
  ])('reads the base URL %s as %s', (baseUrl, expected) => {
    expect(read({ baseUrl }).baseUrl).toBe(expected);
  });

  it('puts the application in front of the User-Agent', () => {
    expect(read({ userAgent: 'roof-app/2.1' }).userAgent).toMatch(/^roof-app\/2\.1 field-inspection-sdk\//);
  });

  it.each([
    [{ apiKey: undefined }, 'Pass apiKey, or set FIELD_INSPECTION_API_KEY'],
    [{ apiKey: '' }, 'Pass apiKey'],
    [{ apiKey: 42 }, 'apiKey must be a string; got number'],
    [{ baseUrl: undefined }, 'Pass baseUrl, or set FIELD_INSPECTION_BASE_URL'],
    [{ baseUrl: 'example.com' }, 'baseUrl must be an http(s) origin'],
    [{ baseUrl: 'ftp://example.com' }, 'baseUrl must be an http(s) origin'],
    [{ baseUrl: new URL('http://x') }, 'baseUrl must be a string; got object'],
    [{ baseUrl: 'https://example.com?a=b' }, 'must not have a user, a query or a fragment'],
    [{ timeoutMs: 0 }, 'timeoutMs must be above 0'],
    [{ timeoutMs: '5' }, 'timeoutMs must be a number of milliseconds; got string'],
    [{ timeoutMs: NaN }, 'timeoutMs must be a number of milliseconds; got NaN'],
    [{ maxRetries: -1 }, 'maxRetries must be a whole number from 0; got -1'],
    [{ maxRetries: 1.5 }, 'maxRetries must be a whole number'],
    [{ maxRetryAfterMs: -1 }, 'maxRetryAfterMs must be a number'],
    [{ fetch: 'fetch' }, 'fetch must be a function; got string'],
    [{ userAgent: 'a\r\nb' }, 'userAgent must be a string of printable ASCII'],
  ])('refuses %j with a message that says what to do', (options, message) => {
    expect(() => read(options)).toThrow(UsageError);
    expect(() => read(options)).toThrow(message);
  });

  it.each([
    ['https://example.com/v1', '/v1', 'https://example.com'],
    ['https://example.com/v1/', '/v1', 'https://example.com'],
    ['https://example.com/api/v1/public', '/api/v1/public', 'https://example.com'],
    ['https://example.com/inspect/v1', '/v1', 'https://example.com/inspect'],
  ])('explains that the base URL %s must not end in %s', (baseUrl, root, better) => {
    expect(() => read({ baseUrl })).toThrow(UsageError);
    expect(() => read({ baseUrl })).toThrow(
      `must not end in ${root}, which each path begins with; give ${better}`,
    );
  });

  it.each(['https://example.com/v10', 'https://example.com/v1/gateway', 'https://v1.example.com'])(
    'takes the base URL %s, which only looks like it',
    (baseUrl) => {
      expect(read({ baseUrl }).baseUrl).toBe(baseUrl);
    },
  );

  it.each([{ apiKey: 'fis_hidden\n' }, { baseUrl: 'https://user:fis_hidden@example.com' }])(
    'never repeats a secret in a message: %j',
    (options) => {
      expect(() => read(options)).toThrow(/^(?!.*fis_hidden)/s);
    },
  );
});

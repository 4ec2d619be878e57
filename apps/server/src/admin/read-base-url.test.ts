import { expect, it } from 'vitest';
import { AdminError } from './options.ts';
import { readBaseUrl } from './read-base-url.ts';

const DATABASE_URL = 'postgresql://fis@db.example.com/fis';
const LINK = { makesLink: true };

it('a link leads to BASE_URL', () => {
  expect(readBaseUrl({ DATABASE_URL, BASE_URL: 'https://a.example.com' }, LINK)).toBe(
    'https://a.example.com',
  );
});

it('a link of demo mode leads to where that serves', () => {
  expect(readBaseUrl({}, LINK)).toBe('http://127.0.0.1:3000');
  expect(readBaseUrl({ PORT: '3456', LISTEN_ADDRESS: '::1' }, LINK)).toBe('http://[::1]:3456');
});

it.each([{ DATABASE_URL }, { DEMO: 'false' }])(
  'no link is made with %j alone, and the words name BASE_URL',
  (env) => {
    expect(() => readBaseUrl(env, LINK)).toThrow(AdminError);
    expect(() => readBaseUrl(env, LINK)).toThrow(
      /^BASE_URL: is missing; .*Run this with the settings of the server/,
    );
  },
);

it('a command that makes no link needs no BASE_URL', () => {
  expect(readBaseUrl({ DATABASE_URL }, {})).toBe('http://127.0.0.1:3000');
});

import { expect, it } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { json, problem } from '../testing/fake-fetch.ts';
import { type DeprecationNotice, readDeprecation } from './deprecation.ts';

const headers = {
  deprecation: '@1795132800',
  sunset: 'Sat, 20 Nov 2027 00:00:00 GMT',
  link: '</docs/errors#not_found>; rel="deprecation"',
};
const told = {
  since: new Date('2026-11-20T00:00:00Z'),
  sunset: new Date('2027-11-20T00:00:00Z'),
  link: '/docs/errors#not_found',
};

it('each reply of a route that will go is told, refusals included, and others are not', async () => {
  const notices: DeprecationNotice[] = [];
  const replies = [json({}, { headers }), problem(404, 'not_found', headers), json({})];
  const onDeprecation = (notice: DeprecationNotice) => void notices.push(notice);
  const { client } = createTestClient(replies, { onDeprecation });
  expect((await client.sessions.get('a', {}).withResponse()).deprecation).toEqual(told);
  await expect(client.sessions.end('b')).rejects.toThrow('404');
  expect((await client.sessions.get('c').withResponse()).deprecation).toBeNull();
  expect(notices).toEqual([
    { method: 'GET', path: '/api/v1/public/sessions/a', ...told },
    { method: 'POST', path: '/api/v1/public/sessions/b/end', ...told },
  ]);
});

it('a hook that throws fails no call', async () => {
  const { client, requests } = createTestClient([json({ id: 'a' }, { headers })], {
    onDeprecation: () => {
      throw new Error('full disk');
    },
  });
  expect(await client.sessions.get('a')).toEqual({ id: 'a' });
  expect(requests).toHaveLength(1);
});

it('a hook that is no function is refused', () => {
  expect(() => createTestClient([], { onDeprecation: 'log' as never })).toThrow(UsageError);
});

it.each([
  [{}, null],
  [{ deprecation: 'true' }, null],
  [{ deprecation: '@1795132800' }, { since: told.since, sunset: null, link: null }],
  [
    { deprecation: '@1795132800', sunset: 'soon', link: '<a>; rel="next"' },
    { ...told, sunset: null, link: null },
  ],
  [
    { ...headers, link: '<b>; rel="next", <https://x.example/d>; type="text/html"; rel="deprecation"' },
    { ...told, link: 'https://x.example/d' },
  ],
])('%j is read as %j', (given, expected) => {
  expect(readDeprecation(new Headers(given as Record<string, string>))).toEqual(expected);
});

import { listRoutes } from '@field-inspection/contract';
import { expect, it } from 'vitest';
import { UsageError } from './errors/field-inspection-error.ts';
import { createTestClient } from './testing/create-test-client.ts';
import { json } from './testing/fake-fetch.ts';
import { page } from './testing/fake-list.ts';
import { findResource } from './testing/find-resource.ts';

const NASTY = [
  '..',
  '.',
  '%2e%2e',
  '../../api_keys?limit=100',
  'a/b',
  'a\\b',
  '?a=b',
  '#a',
  '//evil.example',
  'a b',
];
const WRONG = [42, null, undefined, '', {}, [], true, Symbol('id'), 10n, '\ud800'];

const routes = listRoutes().filter(({ policy }) => policy.public && policy.auth === 'credential');
const withIds = routes.filter(({ route }) => route.path.includes('/:'));

it.each(withIds.map((listed) => [`${listed.resource}.${listed.key}`, listed] as const))(
  '%s sends no id anywhere but between its route’s own words, and nothing for what is no id',
  async (_, { resource, key, route }) => {
    const { client, requests } = createTestClient([json(page([], null))]);
    const methods = findResource(client, resource);
    const count = route.path.split('/:').length - 1;
    const parts = route.path.split(/:\w+/).map((part) => part.replace(/[.]/g, '\\.'));
    for (let position = 0; position < count; position++) {
      const call = (id: unknown) =>
        Promise.resolve(
          methods[key]!(...Array.from({ length: count }, (__, at) => (at === position ? id : 'x'))),
        ).then(
          () => null,
          (error: unknown) => error,
        );
      for (const id of NASTY) await call(id);
      const sent = requests.length;
      for (const id of WRONG) expect(await call(id)).toBeInstanceOf(UsageError);
      expect(requests).toHaveLength(sent);
    }
    expect(requests.length).toBeGreaterThan(0);
    for (const { url } of requests) expect(url.pathname).toMatch(new RegExp(`^${parts.join('[^/]+')}$`));
    for (const { url } of requests)
      expect([url.origin, url.search, url.hash]).toEqual(['https://api.example.com', '', '']);
  },
);

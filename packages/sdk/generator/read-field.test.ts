import { listRoutes } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { openFieldSession } from '../src/field.ts';
import { createFakeFetch, json } from '../src/testing/fake-fetch.ts';
import { page } from '../src/testing/fake-list.ts';
import { buildFiles } from './build-files.ts';
import { isBytes } from './model.ts';
import { nameAccess } from './name-resource.ts';
import { readContract } from './read-contract.ts';
import { readField } from './read-field.ts';

const routes = listRoutes().filter(({ policy }) => policy.auth === 'field_session');
const named = routes.map((listed) => [`${nameAccess(listed.resource)}.${listed.key}`, listed] as const);

type Methods = Record<string, (...values: unknown[]) => Promise<unknown>>;

function open() {
  const { fetch, requests } = createFakeFetch(json(page([], null)));
  const field = openFieldSession({ token: 'token', baseUrl: 'https://api.example.com', fetch });
  const find = (access: string) =>
    access
      .split('.')
      .slice(1)
      .reduce<unknown>((owner, name) => (owner as Methods)[name], field) as Methods;
  return { find, requests };
}

describe('every route of a joined field person is a method of the field side', () => {
  it.each(named)('%s calls its route', async (_, { resource, key, route, policy }) => {
    const { find, requests } = open();
    const names = [...route.path.matchAll(/:(\w+)/g)].map(() => 'an id');
    const photo = policy.content ? [new Uint8Array([0xff, 0xd8, 0xff])] : [];
    const call = find(nameAccess(resource))[key]!(...names, ...photo);
    if (Object.hasOwn(route.responses, 204)) await call.catch(() => {});
    else await call;
    const path = route.path.replace(/:\w+/g, encodeURIComponent('an id'));
    expect(requests.map(({ method, url }) => [method, url.pathname])).toEqual([[route.method, path]]);
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer token');
    expect(requests[0]?.headers.has('idempotency-key')).toBe(policy.idempotent);
  });

  it.each(named)(
    '%s is documented with its errors and an example',
    async (access, { key, resource, policy }) => {
      const sources = [...(await buildFiles()).values()];
      const source = sources.find((text) => text.includes(`/** \`${nameAccess(resource)}\` */`)) ?? '';
      const comment = source.split(`\n  ${key}(`)[0]?.split('/**').at(-1);
      for (const code of policy.errors) expect(comment).toContain(`\`${code}\``);
      expect(comment).toContain(`${access}(`);
    },
  );

  it('its types are those of the contract but for the shapes that are open', () => {
    const { resources, types } = readField(readContract());
    expect(resources.flatMap(({ methods }) => methods).filter(({ result }) => isBytes(result))).toEqual([]);
    const open = [...types.values()].filter(({ file }) => file.startsWith('field/shapes/'));
    expect(open.map(({ name }) => name).sort()).toEqual([
      'ConsentAnswer',
      'ParticipantConsents',
      'Quota',
      'Quotas',
      'UpdateConsentBody',
      'Uploads',
    ]);
  });
});

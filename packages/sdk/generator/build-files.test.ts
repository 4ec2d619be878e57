import { posix } from 'node:path';
import { listRoutes, isBytes, type Route } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { createTestClient } from '../src/testing/create-test-client.ts';
import { json } from '../src/testing/fake-fetch.ts';
import { page } from '../src/testing/fake-list.ts';
import { findResource } from '../src/testing/find-resource.ts';
import { buildFiles } from './build-files.ts';
import { toCamel } from './change-case.ts';
import { findBetter, nameAccess } from './name-resource.ts';
import { isOffered } from './read-contract.ts';
import { readGenerated } from './read-generated.ts';

const offered = listRoutes().filter(isOffered);
const built = buildFiles();

describe('buildFiles', () => {
  it('gives the files that there are', async () => {
    expect(await readGenerated()).toEqual(await built);
  });

  it('gives the same bytes every time', async () => {
    expect(await buildFiles()).toEqual(await built);
  });

  it('leads to nothing but the core', async () => {
    for (const [file, source] of await built) {
      const folders = findFolders(file);
      for (const [, from = ''] of source.matchAll(/ from '(.*)'/g))
        expect(posix.join(posix.dirname(file), from)).toMatch(folders);
    }
  });
});

const CORE = /^((client|http|lists|requests|resources|webhooks)\/[a-z-]+|errors\/error-code)\.ts$/;

/** Files that a file may import: the field side knows the core, and the core nothing of it. */
function findFolders(file: string): RegExp {
  if (file.startsWith('fake/')) return /^(fake\/contract\/[a-z-]+|webhooks\/webhook-event)\.ts$/;
  if (file.startsWith('field/'))
    return new RegExp(`${CORE.source}|^field/(routes|shapes|transport)/[a-z-]+\\.ts$`);
  return CORE;
}

describe('a generated method', () => {
  it.each(
    offered.map(({ resource, key, route }) => [`${resource}.${key}`, { resource, key, route }] as const),
  )('%s calls its route', async (_, { resource, key, route }) => {
    const { client, requests } = createTestClient([answerOf(route)]);
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    await findResource(client, resource)[key]?.(...names.map((name) => `the ${name}`));
    expect(requests.map(({ method }) => method)).toEqual([route.method]);
    const path = names.reduce(
      (rest, name) => rest.replace(`:${name}`, encodeURIComponent(`the ${name}`)),
      route.path,
    );
    expect(requests[0]?.url.pathname).toBe(path);
  });

  it.each(
    offered.map(({ resource, key, policy }) => [`${resource}.${key}`, { resource, key, policy }] as const),
  )('%s is documented with its scope, its errors and an example', async (_, { resource, key, policy }) => {
    const source =
      [...(await built).values()].find((text) => text.includes(`* \`${nameAccess(resource)}\``)) ?? '';
    const comment = source.split(`\n  ${key}(`)[0]?.split('/**').at(-1);
    if (policy.scope) expect(comment).toContain(`\`${policy.scope}\``);
    const refused = policy.caller === 'member' ? 'an API key is 403' : 'a member who has signed in is 403';
    expect(comment?.includes(refused) ?? false).toBe(policy.caller === 'member' || policy.caller === 'key');
    for (const code of policy.errors) expect(comment).toContain(`\`${code}\``);
    expect(comment).toContain(`${nameAccess(resource)}.${key}(`);
  });
});

describe('one thing, one name', () => {
  it('the versioned root’s doubles are under client.v1, and nowhere else', () => {
    const { client } = createTestClient([]);
    expect(Object.keys(client.v1)).toEqual(['inspections', 'webhooks']);
    const names = [...new Set(offered.map(({ resource }) => resource))];
    expect(Object.keys(client).sort()).toEqual([...names.filter((name) => !findBetter(name)), 'v1'].sort());
  });

  it.each([
    ['inspections', 'create', 'client.sessions.create'],
    ['inspections', 'list', 'client.sessions.list'],
    ['inspections', 'get', 'client.sessions.get'],
    ['inspections', 'end', 'client.sessions.end'],
    ['webhooks', 'list', 'client.webhookEndpoints.list'],
    ['webhooks', 'create', 'client.webhookEndpoints.create'],
    ['webhooks', 'rotate', 'client.webhookEndpoints'],
    ['webhooks', 'test', 'client.webhookEndpoints.test'],
  ])('the hover of v1.%s.%s points to the better one', async (resource, key, better) => {
    const source = (await buildFiles()).get(`resources/${resource}.ts`)!;
    expect(source.split(`\n  ${key}(`)[0]?.split('/**').at(-1)).toContain(`Better: \`${better}\`.`);
  });

  it.each(['createMany', 'requestMore'])(
    'the hover of v1.inspections.%s names nothing better: there is none',
    async (key) => {
      const source = (await buildFiles()).get('resources/inspections.ts')!;
      expect(source.split(`\n  ${key}(`)[0]?.split('/**').at(-1)).not.toContain('Better:');
    },
  );

  it('the hover of each double points to the better one', async () => {
    const home = (await buildFiles()).get('resources/resources.ts')!;
    expect(home).toContain('/** Better: `client.sessions`. */\n  readonly inspections: Inspections;');
    expect(home).toContain('/** Better: `client.webhookEndpoints`. */\n  readonly webhooks: Webhooks;');
  });
});

/** Answers as the contract says: JSON, or bytes of a media type. */
function answerOf({ responses }: Route) {
  const success = responses[200];
  if (!success || !isBytes(success)) return json(page([], null));
  return json({}, { headers: { 'content-type': success.contentType.replace('*', 'png') } });
}

it('names parameters as TypeScript does', () => {
  expect(toCamel('session_id')).toBe('sessionId');
});

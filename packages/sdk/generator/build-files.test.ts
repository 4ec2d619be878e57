import { posix } from 'node:path';
import { listRoutes } from '@field-inspection/contract';
import { isAppRouteOtherResponse, type AppRoute } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import type { Resources } from '../src/resources/resources.ts';
import { createTestClient } from '../src/testing/create-test-client.ts';
import { json } from '../src/testing/fake-fetch.ts';
import { page } from '../src/testing/fake-list.ts';
import { buildFiles } from './build-files.ts';
import { toCamel } from './change-case.ts';
import { findDrift } from './find-drift.ts';
import { readGenerated } from './read-generated.ts';

const offered = listRoutes().filter(({ policy }) => policy.public && policy.auth === 'credential');

describe('buildFiles', () => {
  it('gives the files that are committed', async () => {
    expect(findDrift(await readGenerated(), await buildFiles())).toEqual([]);
  });

  it('gives the same bytes every time', async () => {
    expect(await buildFiles()).toEqual(await buildFiles());
  });

  it('leads to nothing but the core', async () => {
    const core = /^(client|http|lists|requests|resources|webhooks)\/[a-z-]+\.ts$/;
    for (const [file, source] of await buildFiles()) {
      const rooms = file.startsWith('fake/') ? /^fake\/contract\/[a-z-]+\.ts$/ : core;
      for (const [, from = ''] of source.matchAll(/ from '(.*)'/g))
        expect(posix.join(posix.dirname(file), from)).toMatch(rooms);
    }
  });
});

describe('a generated method', () => {
  it.each(
    offered.map(({ resource, key, route }) => [`${resource}.${key}`, { resource, key, route }] as const),
  )('%s calls its route', async (_, { resource, key, route }) => {
    const { client, requests } = createTestClient([answerOf(route)]);
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const methods = client[resource as keyof Resources] as unknown as Record<
      string,
      (...values: string[]) => Promise<unknown>
    >;
    await methods[key]?.(...names.map((name) => `the ${name}`));
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
      [...(await buildFiles()).values()].find((text) => text.includes(`\`client.${resource}\``)) ?? '';
    const comment = source.split(`\n  ${key}(`)[0]?.split('/**').at(-1);
    expect(comment).toContain(`\`${policy.scope}\``);
    for (const code of policy.errors) expect(comment).toContain(`\`${code}\``);
    expect(comment).toContain(`client.${resource}.${key}(`);
  });
});

/** As the contract says it: JSON, or bytes of a media type. */
function answerOf({ responses }: AppRoute) {
  const success = responses[200];
  if (!success || !isAppRouteOtherResponse(success)) return json(page([], null));
  return json({}, { headers: { 'content-type': success.contentType.replace('*', 'png') } });
}

it('names parameters as TypeScript does', () => {
  expect(toCamel('session_id')).toBe('sessionId');
});

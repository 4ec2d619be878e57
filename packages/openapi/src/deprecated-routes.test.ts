import { contract, readPolicy, c } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildDocument, serializeDocument } from './build-document.ts';

// No route is deprecated today, so the test makes one.
const old = c.query({
  method: 'GET',
  path: '/v1/sessions/old',
  summary: 'Old list',
  description: 'As it was.',
  responses: { 200: z.object({ a: z.string() }).meta({ id: 'OldThing' }) },
  metadata: {
    ...readPolicy('sessions:read'),
    deprecated: { since: '2026-11-20', sunset: '2027-11-20', link: 'https://example.com/upgrading' },
  },
});

type Document = {
  paths: Record<string, { get: Record<string, unknown> & { responses: Record<string, object> } }>;
  components: { responses: Record<string, { headers: object }>; headers: Record<string, object> };
};
const build = async (router: Parameters<typeof buildDocument>[0]) =>
  JSON.parse(serializeDocument(await buildDocument(router))) as Document;
const document = await build({ ...contract, sessions: { ...contract.sessions, old } });
const operation = document.paths['/v1/sessions/old']?.get;
const HEADERS = ['Deprecation', 'Sunset', 'Link'];

test('a deprecated operation says so, since when, until when, and what to read', () => {
  expect(operation).toMatchObject({
    deprecated: true,
    description:
      'As it was.\n\nScope: `sessions:read`.\n\n' +
      'Deprecated since 2026-11-20; may be gone from 2027-11-20: https://example.com/upgrading',
  });
});

test('each of its replies carries the headers of RFC 9745 and RFC 8594', () => {
  const responses = Object.values(operation?.responses ?? {}).map((response) =>
    '$ref' in response
      ? document.components.responses[String(response.$ref).replace('#/components/responses/', '')]
      : response,
  );
  expect(responses.length).toBeGreaterThan(5);
  for (const response of responses) {
    expect(Object.keys((response as { headers: object }).headers)).toEqual(expect.arrayContaining(HEADERS));
  }
});

test('the other operations stay as they are', async () => {
  const { '/v1/sessions/old': _, ...others } = document.paths;
  expect(others).toEqual((await build(contract)).paths);
});

test('without a deprecated route the document has none of the headers', async () => {
  expect(Object.keys((await build(contract)).components.headers)).not.toEqual(
    expect.arrayContaining(HEADERS),
  );
});

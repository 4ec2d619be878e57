import {
  contract,
  EMITTED_EVENT_TYPES,
  ERRORS,
  errorCodesOf,
  EVENTS,
  listRoutes,
} from '@field-inspection/contract';
import { describe, expect, test } from 'vitest';
import { buildDocument, serializeDocument } from './build-document.ts';
import { OPERATION_STORIES, SCHEMA_STORIES } from './examples/example-stories.ts';
import type { JsonSchema } from './schemas/components.ts';
import { listEventFaults, type ToldEvent } from '@field-inspection/contract/testing/list-event-faults';
import { compileSchema } from './testing/compile-schema.ts';
import { listUnknownFields } from './testing/list-unknown-fields.ts';
import { walkDocument } from './testing/walk-document.ts';

type Media = { schema: JsonSchema; examples: Record<string, { $ref: string }> };
type Body = { content?: Record<string, Media> };
type Operation = {
  operationId: string;
  requestBody?: Body;
  responses: Record<string, Body & { $ref?: string }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Body>;
    examples: Record<string, { summary: string; value: unknown }>;
  };
};

const document = JSON.parse(serializeDocument(await buildDocument(contract))) as Document;
const { schemas, responses, examples } = document.components;
const nodes = walkDocument(document);
const validatorOf = compileSchema(document);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const ids = operations.map(({ operationId }) => operationId);

const mediaOf = (body: Body | undefined) => Object.values(body?.content ?? {});
const resolve = (response: Body & { $ref?: string }) =>
  response.$ref ? responses[response.$ref.replace('#/components/responses/', '')] : response;
const valueOf = ({ $ref }: { $ref: string }) => examples[$ref.replace('#/components/examples/', '')]?.value;

const bodies = nodes
  .filter(({ value }) => 'schema' in value && 'examples' in value && !Array.isArray(value['examples']))
  .map(({ pointer, value }): [string, Media] => [pointer, value as Media]);

describe('every body', () => {
  test('of every operation and of every webhook has an example', () => {
    const all = [...operations, ...Object.values(document.webhooks).map(({ post }) => post)].flatMap(
      ({ requestBody, responses: own }) => [requestBody, ...Object.values(own).map(resolve)].flatMap(mediaOf),
    );
    expect(all.length).toBeGreaterThan(200);
    // A picture's bytes tell a reader nothing.
    const told = all.filter(({ schema }) => schema['$ref'] !== '#/components/schemas/Bytes');
    expect(told.filter((media) => Object.keys(media.examples ?? {}).length === 0)).toEqual([]);
    expect(bodies.length).toBe(new Set(told).size);
  });

  test.each(bodies)('%s takes its examples, and knows every field of them', (pointer, media) => {
    const validate = validatorOf(`${pointer}/schema`);
    for (const value of Object.values(media.examples).map(valueOf)) {
      expect([validate(value), validate.errors]).toEqual([true, null]);
      expect(listUnknownFields(value, media.schema, schemas)).toEqual([]);
    }
  });
});

test('a schema takes its own examples', () => {
  const stated = nodes.flatMap(({ pointer, value }) =>
    Array.isArray(value['examples'])
      ? value['examples'].map((example: unknown) => ({ pointer, example }))
      : [],
  );
  expect(stated.length).toBeGreaterThan(60);
  expect(stated.filter(({ pointer, example }) => !validatorOf(pointer)(example))).toEqual([]);
});

test('a parameter and a header show a value, unless they list those that there are', () => {
  const parts = nodes.filter(
    ({ pointer, value }) => 'schema' in value && (/headers\/[^/]+$/.test(pointer) || 'in' in value),
  );
  expect(parts.length).toBeGreaterThan(25);
  const silent = parts.filter(({ value }) => {
    const { schema } = value as { schema: JsonSchema };
    return !('examples' in schema || 'enum' in schema || 'const' in schema || '$ref' in schema);
  });
  expect(silent.map(({ pointer }) => pointer)).toEqual([]);
});

describe('a failure', () => {
  test('has one example per code that can occur there, and its value is that code', () => {
    for (const { resource, key, route } of listRoutes().filter(({ policy }) => policy.public)) {
      const operation =
        document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
      const shown = Object.entries(operation?.responses ?? {})
        .filter(([status]) => status >= '400')
        .flatMap(([, response]) =>
          mediaOf(resolve(response)).flatMap((media) => Object.entries(media.examples)),
        );
      expect([resource, key, shown.map(([code]) => code).sort()]).toEqual([
        resource,
        key,
        errorCodesOf(route),
      ]);
      for (const [code, ref] of shown) expect(valueOf(ref)).toMatchObject({ code });
    }
  });

  test('has examples of its own status only', () => {
    for (const operation of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (status < '400') continue;
        for (const code of Object.keys(mediaOf(resolve(response))[0]?.examples ?? {})) {
          expect(String(ERRORS[code as keyof typeof ERRORS].status)).toBe(status);
        }
      }
    }
  });
});

describe('stories', () => {
  test('are told of schemas and operations that exist', () => {
    expect(Object.keys(SCHEMA_STORIES).filter((name) => !(name in schemas))).toEqual([]);
    expect(Object.keys(OPERATION_STORIES).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test.each(EMITTED_EVENT_TYPES)(
    'of %s fit their event: the status, the order of the times, and one id a thing',
    (type) => {
      expect(listEventFaults(examples[EVENTS[type].id]!.value as ToldEvent)).toEqual([]);
    },
  );

  test('of a new session work as they stand: no date that grows old, and no campaign', () => {
    const [media] = mediaOf(
      operations.find(({ operationId }) => operationId === 'createSession')?.requestBody,
    );
    const values = Object.values(media!.examples).map(valueOf);
    expect(values).toMatchObject([{ notes: 'Roof, north side', locale: 'de' }]);
    expect(JSON.stringify(values)).not.toMatch(/scheduled_for|campaign/);
  });

  test.each(['createWebhookEndpoint', 'createWebhook'])(
    'of %s work as they stand: no URL that nobody answers at',
    (id) => {
      const [media] = mediaOf(operations.find(({ operationId }) => operationId === id)?.requestBody);
      expect(Object.values(media!.examples).map(valueOf)).toMatchObject([{ kind: 'pull' }]);
      expect(JSON.stringify(Object.values(media!.examples).map(valueOf))).not.toContain('https:');
    },
  );

  test('of a new inspection works as it stands: no callback to a URL that nobody answers at', () => {
    const [media] = mediaOf(
      operations.find(({ operationId }) => operationId === 'createInspection')?.requestBody,
    );
    const values = Object.values(media!.examples).map(valueOf);
    expect(values).toMatchObject([
      { reference: 'CLM-2026-00417', participant: { channel: 'email', email: 'ada@example.com' } },
    ]);
    expect(JSON.stringify(values)).not.toMatch(/callbacks|https:/);
  });

  test('go forward in time', () => {
    for (const [name, { value }] of Object.entries(examples)) {
      const { created_at, started_at, ended_at } = value as Record<string, string | null | undefined>;
      const times = [created_at, started_at, ended_at].filter((time) => typeof time === 'string');
      expect([name, times]).toEqual([name, [...times].sort()]);
    }
  });
});

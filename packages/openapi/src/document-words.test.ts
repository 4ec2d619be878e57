import { contract } from '@field-inspection/contract';
import { expect, it } from 'vitest';
import { buildDocument, serializeDocument } from './build-document.ts';
import type { JsonSchema } from './schemas/components.ts';
import { walkDocument } from './testing/walk-document.ts';

type Document = { info: { contact: unknown }; components: { schemas: Record<string, JsonSchema> } };

const document = JSON.parse(serializeDocument(await buildDocument(contract))) as Document;
const { schemas } = document.components;

const isDescribed = (schema: JsonSchema): boolean => {
  if (typeof schema['description'] === 'string') return true;
  const ref = schema['$ref'] as string | undefined;
  if (ref) return isDescribed(schemas[ref.split('/').at(-1)!]!);
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[];
  return choices.some((choice) => '$ref' in choice && isDescribed(choice));
};

it('each property of the document says what it is', () => {
  const properties = walkDocument(schemas, '#/components/schemas').filter(({ pointer }) =>
    /\/properties\/[^/]+$/.test(pointer),
  );
  expect(properties.length).toBeGreaterThan(1_000);
  expect(properties.filter(({ value }) => !isDescribed(value)).map(({ pointer }) => pointer)).toEqual([]);
});

it('no pattern escapes a slash, which regular expressions outside of JavaScript refuse', () => {
  const patterns = walkDocument(document).flatMap(({ value }) =>
    typeof value['pattern'] === 'string' ? [value['pattern']] : [],
  );
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((pattern) => pattern.includes(String.raw`\/`))).toEqual([]);
});

it('says whom to ask', () => {
  expect(document.info.contact).toEqual({ name: expect.stringContaining('runs the service') as string });
});

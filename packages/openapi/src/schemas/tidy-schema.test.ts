import { expect, test } from 'vitest';
import { tidySchema } from './tidy-schema.ts';

test('a pointer leads into components', () => {
  const schema = { anyOf: [{ $ref: '#/$defs/Session' }, { type: 'null' }] };
  expect(tidySchema(schema, 'output')).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Session' }, { type: 'null' }],
  });
});

test('$schema and $defs go', () => {
  expect(
    tidySchema(
      { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: {}, type: 'string' },
      'input',
    ),
  ).toEqual({ type: 'string' });
});

test('a pattern beside a format goes, a pattern of its own stays', () => {
  expect(tidySchema({ type: 'string', format: 'uuid', pattern: '^[0-9a-f]+$' }, 'input')).toEqual({
    type: 'string',
    format: 'uuid',
  });
  expect(tidySchema({ type: 'string', pattern: '^[0-9]{6}$' }, 'input')).toEqual({
    type: 'string',
    pattern: '^[0-9]{6}$',
  });
});

test('an integer that arrives as text loses the pattern of the text', () => {
  expect(tidySchema({ type: 'integer', minimum: 1, pattern: '^[0-9]+$' }, 'input')).toEqual({
    type: 'integer',
    minimum: 1,
  });
});

test('the bounds of safe integers go, real bounds stay', () => {
  const unbounded = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  expect(tidySchema(unbounded, 'output')).toEqual({ type: 'integer' });
  expect(tidySchema({ type: 'integer', minimum: 0, maximum: 100 }, 'output')).toEqual({
    type: 'integer',
    minimum: 0,
    maximum: 100,
  });
});

test('what clients send is closed, what the service answers may grow', () => {
  const closed = { type: 'object', properties: {}, additionalProperties: false };
  expect(tidySchema(closed, 'input')).toEqual(closed);
  expect(tidySchema(closed, 'output')).toEqual({ type: 'object', properties: {} });
});

test('the schema of a record stays on both sides, and is tidied', () => {
  const record = { type: 'object', additionalProperties: { $ref: '#/$defs/Session' } };
  const tidied = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Session' } };
  expect(tidySchema(record, 'input')).toEqual(tidied);
  expect(tidySchema(record, 'output')).toEqual(tidied);
  expect(tidySchema({ type: 'object', additionalProperties: {} }, 'input')).toEqual({ type: 'object' });
});

test('properties are tidied by their value, whatever their name', () => {
  const schema = {
    type: 'object',
    properties: {
      pattern: { type: 'integer', pattern: 'x' },
      example: { type: 'string' },
      $schema: { type: 'null' },
    },
  };
  expect(tidySchema(schema, 'input')).toEqual({
    type: 'object',
    properties: { pattern: { type: 'integer' }, example: { type: 'string' }, $schema: { type: 'null' } },
  });
});

test('schemas are tidied however deep they are', () => {
  const leaf = { type: 'string', format: 'uuid', pattern: 'x' };
  const schema = { type: 'array', items: { oneOf: [{ type: 'object', properties: { id: leaf } }] } };
  expect(tidySchema(schema, 'input')).toEqual({
    type: 'array',
    items: { oneOf: [{ type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }] },
  });
});

test('an example becomes examples, and is left as it is', () => {
  const example = { $ref: '#/$defs/not-a-pointer', pattern: 'kept' };
  expect(tidySchema({ type: 'object', example }, 'input')).toEqual({ type: 'object', examples: [example] });
  expect(tidySchema({ type: 'object', default: example }, 'input')).toEqual({
    type: 'object',
    default: example,
  });
});

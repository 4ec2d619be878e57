import fc from 'fast-check';
import { composeExample, mergeExample } from './compose-example.ts';
import { expect, test } from 'vitest';
import type { JsonSchema, NamedSchemas } from '../schemas/components.ts';

const compose = (schema: JsonSchema, named: NamedSchemas = new Map()) => composeExample(schema, named);
const string = { type: 'string' };

test.each([
  ['its own example', { type: 'string', examples: ['a', 'b'], default: 'c' }, 'a'],
  ['an example that is null', { type: ['string', 'null'], examples: [null] }, null],
  ['a constant', { type: 'string', const: 'field' }, 'field'],
  ['a default', { type: 'integer', default: 25 }, 25],
  ['a default that is false', { type: 'boolean', default: false }, false],
  ['the first value of an enumeration', { type: 'string', enum: ['en', 'de'] }, 'en'],
  ['the first alternative', { anyOf: [{ type: 'string', examples: ['x'] }, { type: 'null' }] }, 'x'],
  ['a list of one', { type: 'array', items: { type: 'string', examples: ['x'] } }, ['x']],
])('a schema gives %s', (_, schema, value) => {
  expect(compose(schema)).toEqual(value);
});

test('a schema that says nothing gives nothing', () => {
  expect(compose(string)).toBeUndefined();
  expect(compose({ type: 'array', items: string })).toEqual([]);
});

test('what may be absent is there only with an example of its own', () => {
  const properties = {
    name: { type: 'string', examples: ['Ada'] },
    note: string,
    nick: { type: 'string', examples: ['A'] },
  };
  expect(compose({ type: 'object', properties, required: ['name'] })).toEqual({ name: 'Ada', nick: 'A' });
});

test('what must be there is there, with the least that its type takes', () => {
  const properties = {
    text: string,
    flag: { type: 'boolean' },
    count: { type: 'integer' },
    page: { type: 'integer', minimum: 3 },
    maybe: { type: ['string', 'null'] },
    anything: {},
  };
  expect(compose({ type: 'object', properties, required: Object.keys(properties) })).toEqual({
    text: '',
    flag: true,
    count: 1,
    page: 3,
    maybe: '',
    anything: {},
  });
});

test('a pointer leads to the named schema, and its story is told', () => {
  const named: NamedSchemas = new Map([
    [
      'Campaign',
      { type: 'object', properties: { id: { type: 'string', examples: ['1'] } }, required: ['id'] },
    ],
  ]);
  const page = { type: 'array', items: { $ref: '#/components/schemas/Campaign' } };
  expect(compose(page, named)).toEqual([{ id: '019a9f60-7b21-7d09-9e5c-6a4f1d8b2c05' }]);
});

test('objects are merged at every depth, and what is not told stays', () => {
  const example = { id: '1', data: { status: 'open', ended_at: null } };
  expect(mergeExample(example, { data: { ended_at: 'now' } })).toEqual({
    id: '1',
    data: { status: 'open', ended_at: 'now' },
  });
});

test('a list, a null and a word are replaced', () => {
  expect(mergeExample({ a: [1, 2], b: { c: 1 }, d: null }, { a: [], b: null, d: { e: 1 } })).toEqual({
    a: [],
    b: null,
    d: { e: 1 },
  });
});

test('no story changes nothing, and a story told twice is told once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (example, story) => {
      expect(mergeExample(example, undefined)).toEqual(example);
      const told = mergeExample(example, story);
      expect(mergeExample(told, story)).toEqual(told);
    }),
  );
});

import { expect, it } from 'vitest';
import { describeType, readFields } from './read-fields.ts';

it.each([
  [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
  [{ type: 'string', maxLength: 40 }, 'string (at most 40 characters)'],
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer (1 to 100)'],
  [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ enum: ['a', 'b'] }, 'one of "a", "b"'],
  [{ const: 'pen' }, '"pen"'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 20 }, 'list of string (at most 20)'],
  [{ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }, 'list of number (exactly 2)'],
  [{}, 'anything'],
])('%j is %s', (schema, words) => {
  expect(describeType(schema)).toBe(words);
});

it('shows the fields of an object within lists and what may be null', () => {
  const schema = {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string', description: 'UUID' } } },
      },
      place: { anyOf: [{ type: 'object', properties: { lat: { type: 'number' } } }, { type: 'null' }] },
    },
  };
  expect(
    readFields(schema).map(({ name, isRequired, fields }) => [
      name,
      isRequired,
      fields.map((one) => one.name),
    ]),
  ).toEqual([
    ['data', true, ['id']],
    ['place', false, ['lat']],
  ]);
});

it('tells the members of a union apart by their mark', () => {
  const member = (tool: string) => ({ properties: { tool: { const: tool }, size: { type: 'integer' } } });
  const fields = readFields({ oneOf: [member('pen'), member('line')] });
  expect(fields.map(({ name, fields: inner }) => [name, inner.map((one) => one.name)])).toEqual([
    ['tool: "pen"', ['size']],
    ['tool: "line"', ['size']],
  ]);
});

it('ends where a schema holds itself', () => {
  const tree: Record<string, unknown> = { type: 'object', properties: {} };
  tree.properties = { child: tree };
  const depthOf = (fields: ReturnType<typeof readFields>): number =>
    fields.length === 0 ? 0 : 1 + depthOf(fields[0]!.fields);
  expect(depthOf(readFields(tree))).toBe(5);
});

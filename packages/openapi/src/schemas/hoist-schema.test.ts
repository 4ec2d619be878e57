import { expect, test } from 'vitest';
import { z } from 'zod';
import { hoistSchema } from './hoist-schema.ts';
import type { NamedSchemas } from './components.ts';

const colour = z.enum(['red', 'blue']).meta({ id: 'Colour' });

test('a named schema is hoisted and pointed at, also from within another', () => {
  const named: NamedSchemas = new Map();
  const car = z.object({ colour, trim: colour.meta({ description: 'The trim' }) }).meta({ id: 'Car' });
  expect(hoistSchema(car, 'output', named)).toEqual({ $ref: '#/components/schemas/Car' });
  expect(Object.fromEntries(named)).toEqual({
    Colour: { type: 'string', enum: ['red', 'blue'] },
    Car: {
      type: 'object',
      properties: {
        colour: { $ref: '#/components/schemas/Colour' },
        trim: { $ref: '#/components/schemas/Colour', description: 'The trim' },
      },
      required: ['colour', 'trim'],
    },
  });
});

test('an optional body points at the same schema as a required one', () => {
  expect(hoistSchema(colour.optional(), 'input', new Map())).toEqual(hoistSchema(colour, 'input', new Map()));
});

test('a schema without a name stays where it is', () => {
  const named: NamedSchemas = new Map();
  expect(hoistSchema(z.object({ id: z.uuid() }), 'input', named)).toEqual({
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' } },
    required: ['id'],
  });
  expect(named.size).toBe(0);
});

test('a schema that comes twice is there once', () => {
  const named: NamedSchemas = new Map();
  hoistSchema(colour, 'output', named);
  hoistSchema(z.array(colour), 'input', named);
  expect([...named.keys()]).toEqual(['Colour']);
});

test('two schemas of one name are refused, with what to do', () => {
  const named: NamedSchemas = new Map();
  hoistSchema(z.object({ a: z.string() }).meta({ id: 'Thing' }), 'output', named);
  const other = z.object({ a: z.object({ b: z.number() }).meta({ id: 'Inner' }) });
  expect(() => hoistSchema(other, 'output', named)).not.toThrow();
  named.set('Inner', { type: 'string' });
  expect(() => hoistSchema(other, 'output', named)).toThrow('named Inner: give each its own id in .meta()');
});

test('the default that the metadata states is shown, though the input is transformed', () => {
  const limit = z.string().transform(Number).default(25).meta({ type: 'integer', default: 25 });
  expect(hoistSchema(limit, 'input', new Map())).toEqual({ type: 'integer', default: 25 });
});

import { expect, test } from 'vitest';
import { dropDefaults } from './hoist-schema.ts';

test('a field of a body has no default, whatever it is in, and keeps the rest', () => {
  const field = { type: 'boolean', description: 'Whether it is needed; true unless given' };
  const list = (inner: object) => ({
    type: 'array',
    items: { anyOf: [{ type: 'object', properties: { inner } }] },
  });
  expect(dropDefaults(list({ ...field, default: true }))).toEqual(list(field));
});

test('a field that is named default stays, and so does a constant', () => {
  const schema = { type: 'object', properties: { default: { const: 'default' } }, required: ['default'] };
  expect(dropDefaults(schema)).toEqual(schema);
});

test('refuses a field whose description does not say what holds without it', () => {
  const schema = {
    properties: { needed: { type: 'boolean', description: 'Whether it is needed', default: true } },
  };
  expect(() => dropDefaults(schema)).toThrow('Say in the description of needed: "true unless given"');
});

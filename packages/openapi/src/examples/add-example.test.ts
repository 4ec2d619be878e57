import { expect, test } from 'vitest';
import { addExample } from './compose-example.ts';
import { openComponents } from '../schemas/components.ts';

const car = { type: 'object', description: 'A car', properties: { colour: { enum: ['red', 'blue'] } } };
const CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Car' } } };
const TELLING = { name: 'paintCar', summary: 'Paint a car' };

const open = () => {
  const components = openComponents();
  components.schemas.set('Car', car);
  return components;
};

test('an example is kept under the name of its schema, once, and pointed at', () => {
  const components = open();
  const content = addExample(CONTENT, TELLING, components);
  expect(addExample(CONTENT, { ...TELLING, name: 'sellCar' }, components)).toEqual(content);
  expect(content['application/json']).toEqual({
    schema: { $ref: '#/components/schemas/Car' },
    examples: { Car: { $ref: '#/components/examples/Car' } },
  });
  expect([...components.examples]).toEqual([['Car', { summary: 'A car', value: { colour: 'red' } }]]);
});

test('an operation that tells of its own keeps its example under its own name', () => {
  const components = open();
  addExample(CONTENT, { ...TELLING, merge: { colour: 'blue' } }, components);
  expect([...components.examples]).toEqual([
    ['paintCar', { summary: 'Paint a car', value: { colour: 'blue' } }],
  ]);
});

test('a replacement stands for itself, even an empty one', () => {
  const components = open();
  addExample(CONTENT, { ...TELLING, replace: {} }, components);
  expect(components.examples.get('paintCar')).toEqual({ summary: 'Paint a car', value: {} });
});

test('a body without a named schema keeps its example under the name of the operation', () => {
  const components = openComponents();
  addExample({ 'text/plain': { schema: { type: 'string', examples: ['x'] } } }, TELLING, components);
  expect(components.examples.get('paintCar')).toEqual({ summary: 'Paint a car', value: 'x' });
});

import { expect, it } from 'vitest';
import { damageJson, type Damage } from './positions.ts';

const VALUE = { name: 'Roof', drawing: { strokes: [1, 2] } };
const damage = (change: Partial<Damage>): string =>
  damageJson(VALUE, { kind: 'replace', position: 0, raw: 'NaN', key: '__proto__', ...change });

it.each<[string, Partial<Damage>, string]>([
  ['the whole value', {}, 'NaN'],
  ['a value', { position: 1 }, '{"name":NaN,"drawing":{"strokes":[1,2]}}'],
  ['a value that lies deep', { position: 5, raw: '"$&"' }, '{"name":"Roof","drawing":{"strokes":[1,"$&"]}}'],
  ['a field that is missing', { kind: 'remove', position: 3 }, '{"name":"Roof","drawing":{}}'],
  ['a field more', { kind: 'add' }, '{"name":"Roof","drawing":{"strokes":[1,2]},"__proto__":NaN}'],
  ['a field twice', { kind: 'double' }, '{"name":"Roof","drawing":{"strokes":[1,2]},"name":NaN}'],
  ['a text that ends early', { kind: 'cut', position: 7 }, '{"name"'],
  ['a list around it', { kind: 'wrap' }, '[{"name":"Roof","drawing":{"strokes":[1,2]}}]'],
])('damages %s and leaves the rest', (_, change, text) => {
  expect(damage(change)).toBe(text);
  expect(VALUE).toEqual({ name: 'Roof', drawing: { strokes: [1, 2] } });
});

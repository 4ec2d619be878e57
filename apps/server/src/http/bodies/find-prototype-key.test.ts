import { expect, test } from 'vitest';
import { findPrototypeKey } from './find-prototype-key.ts';

const find = (json: string) => findPrototypeKey(JSON.parse(json));

test.each([
  ['{"__proto__":1}', ['__proto__']],
  ['{"a":{"__proto__":{}}}', ['a', '__proto__']],
  ['[1,{"b":[{"\\u005f_proto__":null}]}]', ['1', 'b', '0', '__proto__']],
])('finds the key in %s', (json, path) => {
  expect(find(json)).toEqual(path);
});

test.each([
  '{}',
  'null',
  '"__proto__"',
  '{"a":"__proto__"}',
  '{"proto":{"constructor":1}}',
  '[["__proto__"]]',
])('finds none in %s', (json) => {
  expect(find(json)).toBeUndefined();
});

test('takes what is deeper than the stack', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(find(deep)).toBeUndefined();
});

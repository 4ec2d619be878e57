import { expect, test } from 'vitest';
import { findRepeatedKey } from './find-repeated-key.ts';

test.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a" : 1 , \n "a"\t:2}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"":1,"":2}', ['']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ['{"a":{"b":1},"c":[0,{"b":1},{"b":1,"d":[1,2],"b":2}]}', ['c', '2', 'b']],
  ['[[1,{"x\\"":1,"x\\"":1}]]', ['0', '1', 'x"']],
  ['{"a\\\\":1,"a\\\\":2}', ['a\\']],
])('a key that comes twice is found where it is: %s', (json, path) => {
  expect(findRepeatedKey(json)).toEqual(path);
});

test.each([
  'null',
  '"a\\"b:"',
  '{"a":{"a":{"a":"a"}},"b":["a","a"]}',
  '[{"a":1},{"a":1}]',
  '{"a":"\\",\\"a\\":1","A":1}',
  '{"a\\\\":1,"a\\"":1}',
  '["a" , "a"]',
])('nothing is found where no object has a key twice: %s', (json) => {
  JSON.parse(json);
  expect(findRepeatedKey(json)).toBeUndefined();
});

test('depth and width cost no more than their length', () => {
  const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
  const wide = `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":0`).join()}}`;
  const slashes = `{"a":"${'\\\\'.repeat(100_000)}"}`;
  const begun = performance.now();
  for (const json of [deep, wide, slashes]) expect(findRepeatedKey(json)).toBeUndefined();
  expect(performance.now() - begun).toBeLessThan(1_000);
});

import { Drawing, DRAWING_LIMITS } from '../../evidence/drawing.ts';
import { expect, test } from 'vitest';
import { MAX_JSON_DEPTH, MAX_JSON_KEYS, MAX_JSON_VALUES, readJson, type JsonRefusal } from './read-json.ts';

const faultOf = (json: string): Pick<JsonRefusal, 'code' | 'path' | 'message'> | undefined => {
  try {
    readJson(json);
    return undefined;
  } catch (error) {
    return error as JsonRefusal;
  }
};

test.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a" : 1 , \n "a"\t:2}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"":1,"":2}', ['']],
  ['{"a":{"b":1},"c":[0,{"b":1},{"b":1,"d":[1,2],"b":2}]}', ['c', '2', 'b']],
  ['[[1,{"x\\"":1,"x\\"":1}]]', ['0', '1', 'x"']],
  ['{"a\\\\":1,"a\\\\":2}', ['a\\']],
])('a key that comes twice is found where it is: %s', (json, path) => {
  expect(faultOf(json)).toMatchObject({ code: 'duplicate_key', path, message: 'comes twice' });
});

test.each([
  ['{"__proto__":1}', ['__proto__']],
  ['{"a":{"__proto__":{}}}', ['a', '__proto__']],
  ['[1,{"b":[{"\\u005f_proto__":null}]}]', ['1', 'b', '0', '__proto__']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__']],
])('a key __proto__ is found where it is, however it is spelled: %s', (json, path) => {
  expect(faultOf(json)).toMatchObject({ code: 'invalid_key', path });
});

test.each([
  '{}',
  'null',
  '"a\\"b:"',
  '"__proto__"',
  '{"a":"__proto__"}',
  '[["__proto__"]]',
  '{"proto":{"constructor":1}}',
  '{"a":{"a":{"a":"a"}},"b":["a","a"]}',
  '[{"a":1},{"a":1}]',
  '{"a":"\\",\\"a\\":1","A":1}',
  '{"a\\\\":1,"a\\"":1}',
  '["a" , "a"]',
])('what has neither is read as JSON.parse reads it: %s', (json) => {
  expect(readJson(json)).toEqual(JSON.parse(json));
});

test.each(['', '{', '"', '{"a', '{"a\\', '{"\\x":1,"\\x":2}', ']', '}{"a":1', '["a":1,"a":2]', ',', '"\\"'])(
  'what is no JSON is told so: %s',
  (json) => {
    expect(faultOf(json)).toMatchObject({
      code: 'invalid_json',
      path: [],
      message: expect.stringMatching(/^The body is not valid JSON: at line 1, column \d+ should stand /),
    });
  },
);

const DEEPEST: [string, (depth: number) => string, string][] = [
  ['lists', (depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`, '0'],
  ['objects', (depth) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`, 'a'],
  [
    'lists with brackets in their strings',
    (depth) => `${'["[",'.repeat(depth - 1)}[]${']'.repeat(depth - 1)}`,
    '1',
  ],
];

test.each(DEEPEST)('JSON deeper than 64 levels is refused before anything walks it: %s', (_, nest, key) => {
  expect(readJson(nest(MAX_JSON_DEPTH))).toEqual(JSON.parse(nest(MAX_JSON_DEPTH)));
  const deep = nest(MAX_JSON_DEPTH + 1);
  const fault = {
    code: 'too_deep',
    path: Array(MAX_JSON_DEPTH).fill(key),
    message: 'is nested too deep: send it with at most 64 levels',
  };
  expect(faultOf(deep)).toMatchObject(fault);
  // Neither JSON.parse nor the words for broken JSON are used for these bodies.
  expect(faultOf(deep.slice(0, -1))).toMatchObject(fault);
});

test('many lists beside each other are not deep', () => {
  const wide = `[${'[[]],'.repeat(1000)}[]]`;
  expect(readJson(wide)).toEqual(JSON.parse(wide));
});

test('an object may have a thousand keys, and not one more', () => {
  const withKeys = (count: number) =>
    `[0,{${Array.from({ length: count }, (_, key) => `"k${key}":{"k":0}`).join()}}]`;
  expect(faultOf(withKeys(MAX_JSON_KEYS))).toBeUndefined();
  expect(faultOf(withKeys(MAX_JSON_KEYS + 1))).toMatchObject({
    code: 'too_many_keys',
    path: ['1', 'k1000'],
    message: 'is a key too many: send at most 1000 in one object',
  });
  expect(faultOf(`{${'"a":0,'.repeat(MAX_JSON_KEYS + 1)}`)).toMatchObject({ code: 'too_many_keys' });
});

test('it may hold 250 000 values, and not one more', () => {
  expect(faultOf(`[${'0,'.repeat(MAX_JSON_VALUES - 1)}0]`)).toBeUndefined();
  const fault = { code: 'too_many_values', path: [], message: 'holds too many values: send at most 250000' };
  expect(faultOf(`[${'0,'.repeat(MAX_JSON_VALUES)}0]`)).toMatchObject(fault);
  expect(faultOf(`[${'[],'.repeat(MAX_JSON_VALUES / 2)}0]`)).toMatchObject(fault);
});

test('the largest drawing is within these bounds', () => {
  const { strokes, points } = DRAWING_LIMITS;
  const stroke = { tool: 'pen', color: '#d92d20', size: 1, points: Array(points / strokes).fill([1, 2, 3]) };
  const drawing = { width: 20_000, height: 20_000, strokes: Array(strokes).fill(stroke) };
  expect(readJson(JSON.stringify({ title: '', drawing }))).toEqual({ title: '', drawing });
  expect(Drawing.safeParse(drawing).success).toBe(true);
});

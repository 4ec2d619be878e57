/** `size` is about the number of JSON characters. */
export type Shape = { name: string; make: (size: number) => string };

/** Characters in JSON: one of each class that code may tell apart, and beginnings of sequences. */
const UNITS: Record<string, string> = {
  letters: 'a',
  digits: '0',
  spaces: ' ',
  'spaces that take no room': '\\u200b',
  dots: '.',
  'at signs': '@',
  hyphens: '-',
  slashes: '/',
  colons: ':',
  commas: ',',
  braces: '{',
  variables: '{link}',
  'less than': '<',
  quotes: '\\"',
  backslashes: '\\\\',
  'ends of lines': '\\n',
  'control characters': '\\u0000',
  overrides: '\\u202e',
  'letters of two bytes': 'é',
  emoji: '🏠',
  'lone surrogates': '\\ud800',
  'parts of an address': 'a@a.',
  'parts of a date': '2026-11-20T14:30:00.0',
  'escaped letters': '\\u0061',
};

/** Repeats a unit up to the size, and at least once. */
const repeat = (unit: string, size: number): string =>
  unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))));

const listOf = (item: string) => (size: number) => `[${repeat(`${item},`, size).slice(0, -1)}]`;

/** The keys differ, and have one length. */
export const objectOf = (pair: (key: string) => string) => (size: number) => {
  const count = Math.max(1, Math.floor(size / (pair('000000').length + 1)));
  return `{${Array.from({ length: count }, (_, index) => pair(index.toString(36).padStart(6, '0'))).join()}}`;
};

const nest = (open: string, close: string) => (size: number) => {
  const depth = Math.max(1, Math.floor(size / (open.length + close.length)));
  return `${open.repeat(depth)}0${close.repeat(depth)}`;
};

/** Nested lists, with a key at the bottom that aims at a prototype. */
export const nestPrototype = (size: number): string =>
  `${repeat('[', size / 2)}{"__proto__":1}${repeat(']', size / 2)}`;

/** Strings of every class: alone, behind a valid text, and before a text that makes a pattern backtrack. */
export const listTexts = (right: string): Shape[] =>
  Object.entries(UNITS).flatMap(([name, unit]) => [
    { name, make: (size) => `"${repeat(unit, size)}"` },
    { name: `${name} behind what is right`, make: (size) => `"${right}${repeat(unit, size)}"` },
    { name: `${name}, and at the end what nothing takes`, make: (size) => `"${repeat(unit, size)}\\u0001"` },
  ]);

/** Depth, breadth, many keys, many equal keys, many faults, and malformed JSON. */
export const listStructures = (right: string): Shape[] => [
  { name: 'what is right, again and again', make: listOf(right) },
  { name: 'many numbers', make: listOf('0') },
  { name: 'many strings', make: listOf('"a"') },
  { name: 'many empty objects', make: listOf('{}') },
  { name: 'many empty lists', make: listOf('[]') },
  { name: 'many objects with a wrong key', make: listOf('{"x":0}') },
  { name: 'many keys', make: objectOf((key) => `"${key}":0`) },
  { name: 'many keys that are no words', make: objectOf((key) => `" ${key}":"a"`) },
  { name: 'many keys with what is right', make: objectOf((key) => `"k${key}":${right}`) },
  { name: 'many keys with escapes', make: objectOf((key) => `"\\u0061${key}":0`) },
  { name: 'many equal keys', make: (size) => `{${repeat('"a":0,', size).slice(0, -1)}}` },
  { name: 'one long key', make: (size) => `{"${repeat('a', size)}":0}` },
  { name: 'two long keys', make: (size) => `{"${repeat('a', size / 2)}b":0,"${repeat('a', size / 2)}c":0}` },
  { name: 'many keys __proto__', make: listOf('{"__proto__":0}') },
  { name: 'lists in lists', make: nest('[', ']') },
  { name: 'objects in objects', make: nest('{"a":', '}') },
  { name: '__proto__ at the bottom of lists', make: nestPrototype },
  { name: 'keys __proto__ in each other', make: nest('{"__proto__":', '}') },
  { name: 'lists of 60 levels beside each other', make: listOf(`${'['.repeat(60)}${']'.repeat(60)}`) },
  { name: 'a long number', make: (size) => repeat('9', size) },
  { name: 'a long fraction', make: (size) => `0.${repeat('0', size)}1` },
  { name: 'a long exponent', make: (size) => `1e${repeat('9', size)}` },
  { name: 'white space', make: (size) => `${repeat(' \n', size)}0` },
  { name: 'a string without an end', make: (size) => `"${repeat('a', size)}` },
  { name: 'escapes without an end', make: (size) => `"${repeat('\\', size + 1)}` },
  { name: 'lists without an end', make: (size) => repeat('[0,', size) },
  { name: 'lines that are no JSON', make: (size) => `${repeat('\n', size)}x` },
  { name: 'many keys, and no JSON at the end', make: (size) => `{${repeat('"a":0,', size)}` },
];

/** Percent-encodes a shape as far as an address needs it. */
export const inUrl = ({ name, make }: Shape): Shape => ({
  name,
  make: (size) => encodeURIComponent(readText(make(Math.ceil(size / 3)))),
});

/** Keeps what Node.js allows in a header. */
export const inHeader = ({ name, make }: Shape): Shape => ({
  name,
  make: (size) =>
    readText(make(size))
      .replaceAll(/[^\x20-\x7e]/g, '?')
      .slice(0, size),
});

export const readText = (json: string): string => (JSON.parse(json) as string).toWellFormed();

/** Position where a text stops being JSON, from 1, and the mark expected there. */
export type JsonFault = { line: number; column: number; expected: string };

/**
 * The first position where a text is not JSON (RFC 8259); undefined where it is. JSON.parse tells it in words that repeat
 * the text, or not at all.
 *
 * @example
 * findJsonFault('{"a": 1,}'); // { line: 1, column: 9, expected: 'a key in quotes' }
 */
export const findJsonFault = (json: string): JsonFault | undefined => {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let index = skipSpace(json, 0);
  for (; index < json.length || expected !== 'end'; index = skipSpace(json, index)) {
    const step = takeStep(json, index, { expected, open });
    if (typeof step === 'string') return locate(json, index, step);
    if (step.fault) return locate(json, step.fault.index, step.fault.expected);
    expected = step.next;
    index = step.index;
  }
  return undefined;
};

/**
 * Says why a body is not JSON, for a refusal.
 *
 * @example
 * sayBrokenJson('[1,]'); // 'The body is not valid JSON: at line 1, column 4 should stand a value.'
 */
export const sayBrokenJson = (json: string): string => {
  if (json.startsWith('\uFEFF'))
    return 'The body is not valid JSON: it begins with a byte order mark, which JSON does not have. Send it without.';
  const fault = findJsonFault(json);
  if (!fault) return 'The body is not valid JSON.';
  return `The body is not valid JSON: at line ${fault.line}, column ${fault.column} should stand ${fault.expected}.`;
};

type Expected = 'value' | 'item or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'end';
type State = { expected: Expected; open: ('{' | '[')[] };
type Step = { index: number; next: Expected; fault?: { index: number; expected: string } };

const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** JSON forbids control characters below this one in strings; the end of a text has no code. */
const FIRST_IN_STRING = 0x20;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

const skipSpace = (json: string, index: number): number => {
  let next = index;
  while (isSpace(json.charCodeAt(next))) next++;
  return next;
};

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

const match = (pattern: RegExp, json: string, index: number): number | undefined => {
  pattern.lastIndex = index;
  return pattern.test(json) ? pattern.lastIndex : undefined;
};

const WORDS: Record<Exclude<Expected, 'comma or end'>, string> = {
  value: 'a value',
  'item or end': 'a value or ]',
  key: 'a key in quotes',
  'key or end': 'a key in quotes or }',
  colon: 'a colon',
  end: 'nothing more',
};

const takeStep = (json: string, index: number, { expected, open }: State): Step | string => {
  const mark = json[index];
  const inside = open.at(-1);
  const isEnd = mark === (inside === '{' ? '}' : ']') && open.length > 0;
  if (isEnd && expected.endsWith('or end')) {
    open.pop();
    return { index: index + 1, next: afterValue(open) };
  }
  switch (expected) {
    case 'comma or end':
      if (mark !== ',') return inside === '{' ? 'a comma or }' : 'a comma or ]';
      return { index: index + 1, next: inside === '{' ? 'key' : 'value' };
    case 'colon':
      return mark === ':' ? { index: index + 1, next: 'value' } : WORDS.colon;
    case 'key':
    case 'key or end':
      return mark === '"' ? takeString(json, index, 'colon') : WORDS[expected];
    case 'end':
      return WORDS.end;
    default:
      return takeValue(json, index, open) ?? WORDS[expected];
  }
};

const afterValue = (open: State['open']): Expected => (open.length > 0 ? 'comma or end' : 'end');

const takeValue = (json: string, index: number, open: State['open']): Step | undefined => {
  const mark = json[index];
  if (mark === '"') return takeString(json, index, afterValue(open));
  if (mark === '{' || mark === '[') {
    open.push(mark);
    return { index: index + 1, next: mark === '{' ? 'key or end' : 'item or end' };
  }
  const end = match(NUMBER_OR_WORD, json, index);
  return end === undefined ? undefined : { index: end, next: afterValue(open) };
};

const takeString = (json: string, index: number, next: Expected): Step => {
  let end = index + 1;
  for (let code = json.charCodeAt(end); code !== QUOTE; code = json.charCodeAt(end)) {
    const after = code === BACKSLASH ? match(ESCAPE, json, end) : end + 1;
    if (after === undefined || !(code >= FIRST_IN_STRING))
      return { index: end, next, fault: { index: end, expected: sayInString(json[end]) } };
    end = after;
  }
  return { index: end + 1, next };
};

const sayInString = (mark: string | undefined): string => {
  if (mark === undefined) return 'the " that ends the string';
  return mark === '\\' ? 'an escape that JSON has' : 'an escape in place of the control character';
};

const locate = (json: string, index: number, expected: string): JsonFault => {
  let line = 1;
  let start = 0;
  for (let end = json.indexOf('\n'); end !== -1 && end < index; end = json.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: index - start + 1, expected };
};

import { sayBrokenJson } from './find-json-fault.ts';

/** Most bytes of foreign JSON, where a route does not say otherwise. */
export const MAX_JSON_BYTES = 256 * 1024;

/** Deepest nesting of foreign JSON. The deepest body of the contract, a drawing, has six levels. */
export const MAX_JSON_DEPTH = 64;

/** Most keys of an object. The largest of the contract has some forty. */
export const MAX_JSON_KEYS = 1_000;

/** Most values of a body, counted by its commas and brackets. A drawing of the most strokes and points has 214 000. */
export const MAX_JSON_VALUES = 250_000;

/** Refusal of foreign JSON: the path of keys, and the fault there. */
export class JsonRefusal extends Error {
  readonly code:
    'invalid_json' | 'too_deep' | 'too_many_keys' | 'too_many_values' | 'duplicate_key' | 'invalid_key';
  readonly path: readonly string[];

  constructor({ code, path, message, cause }: Found & { cause?: unknown }) {
    super(message, { cause });
    this.code = code;
    this.path = path;
  }
}

type Found = { code: JsonRefusal['code']; path: readonly string[]; message: string };

/**
 * Reads JSON of others. Its bounds are judged before JSON.parse or anything else walks it. No key may come twice:
 * JSON.parse keeps the last one silently, another reader may keep the first (RFC 8259, section 4), and they would judge
 * two different requests. None may be `__proto__`: validation passes over it wherever keys are free, and what was sent
 * under it would be dropped in silence.
 *
 * The SDK's fake reads by it, too.
 *
 * @throws {JsonRefusal}
 *
 * @example
 * readJson('{"notes":"Roof","notes":"Wall"}'); // JsonRefusal: code duplicate_key, path ['notes'], 'comes twice'
 */
export const readJson = (text: string): unknown => {
  const found = scanJson(text);
  if (found && BOUNDS.has(found.code)) throw new JsonRefusal(found);
  const value = parse(text);
  if (found) throw new JsonRefusal(found);
  return value;
};

/** After one of these refusals nothing more is looked at. */
const BOUNDS = new Set<JsonRefusal['code']>(['too_deep', 'too_many_keys', 'too_many_values']);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // JSON.parse's own words repeat the text, and often don't say where.
    throw new JsonRefusal({ code: 'invalid_json', path: [], message: sayBrokenJson(text), cause });
  }
};

/**
 * The last value at a depth: the scan's place in it, and an object's number of keys. Keys are kept with the object that
 * had them last: one map a depth saves a map for each of a hundred thousand objects.
 */
type Level = {
  isObject: boolean;
  at: string | number;
  count: number;
  entered: number;
  lastIn: Map<string, number>;
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** The text may be no JSON; then it is judged by the bounds alone. */
const scanJson = (text: string): Found | undefined => {
  const levels: Level[] = [];
  let depth = 0;
  let values = 0;
  let found: Found | undefined;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x7b:
      case 0x5b:
        if (++values > MAX_JSON_VALUES) return faultAt(levels, 0, 'too_many_values');
        if (depth === MAX_JSON_DEPTH) return faultAt(levels, depth, 'too_deep');
        enter(levels, depth, text[index] === '{');
        depth++;
        break;
      case 0x7d:
      case 0x5d:
        if (depth > 0) depth--;
        break;
      case COMMA: {
        if (++values > MAX_JSON_VALUES) return faultAt(levels, 0, 'too_many_values');
        const list = levels[depth - 1];
        if (depth > 0 && !list!.isObject) list!.at = Number(list!.at) + 1;
        break;
      }
      case QUOTE: {
        const end = endOfString(text, index);
        const object = levels[depth - 1];
        if (depth > 0 && object!.isObject && isKey(text, end)) {
          const code = addKey(object!, spell(text.slice(index, end + 1)));
          if (code) found ??= faultAt(levels, depth, code);
          if (code === 'too_many_keys') return faultAt(levels, depth, code);
        }
        index = end;
        break;
      }
    }
  }
  return found;
};

const enter = (levels: Level[], depth: number, isObject: boolean): void => {
  const level = (levels[depth] ??= { isObject, at: 0, count: 0, entered: 0, lastIn: new Map() });
  level.isObject = isObject;
  level.at = 0;
  level.count = 0;
  level.entered++;
};

const MESSAGES = {
  too_deep: `is nested too deep: send it with at most ${MAX_JSON_DEPTH} levels`,
  too_many_values: `holds too many values: send at most ${MAX_JSON_VALUES}`,
  too_many_keys: `is a key too many: send at most ${MAX_JSON_KEYS} in one object`,
  duplicate_key: 'comes twice',
  invalid_key: 'is no key that anything can have',
};

const faultAt = (levels: Level[], depth: number, code: keyof typeof MESSAGES): Found => ({
  code,
  path: levels.slice(0, depth).map(({ at }) => String(at)),
  message: MESSAGES[code],
});

const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
};

// Only a key is followed by a colon.
const isKey = (text: string, end: number): boolean => {
  let next = end + 1;
  while (text.charCodeAt(next) <= 0x20) next++;
  return text.charCodeAt(next) === COLON;
};

/** Gives the key that an escaped literal stands for; a broken literal stays as it is. */
const spell = (literal: string): string => {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
};

const addKey = (object: Level, key: string): keyof typeof MESSAGES | undefined => {
  object.at = key;
  if (++object.count > MAX_JSON_KEYS) return 'too_many_keys';
  if (key === '__proto__') return 'invalid_key';
  if (object.lastIn.get(key) === object.entered) return 'duplicate_key';
  object.lastIn.set(key, object.entered);
  return undefined;
};

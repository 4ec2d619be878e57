import { sayBrokenJson } from '@field-inspection/contract';

/** How deep JSON of others may be nested. The deepest body of the contract, a drawing, has six levels. */
export const MAX_JSON_DEPTH = 64;

/** What JSON of others is refused for: where, by the names of its keys, and what is wrong there. */
export class JsonFault extends Error {
  readonly code: 'invalid_json' | 'too_deep' | 'duplicate_key' | 'invalid_key';
  readonly path: readonly string[];

  constructor({ code, path, message, cause }: Found & { cause?: unknown }) {
    super(message, { cause });
    this.code = code;
    this.path = path;
  }
}

type Found = { code: JsonFault['code']; path: readonly string[]; message: string };

/**
 * Reads JSON of others, within the depth that everything here may walk. JSON.parse keeps the last of two equal keys
 * silently, another reader may keep the first (RFC 8259, section 4): they would judge two different requests. And
 * validation passes over a key `__proto__` wherever keys are free: what was sent under it would be dropped in silence.
 *
 * @throws {JsonFault}
 */
export const readJson = (text: string): unknown => {
  const found = scanJson(text);
  if (found?.code === 'too_deep') throw new JsonFault(found);
  const value = parse(text);
  if (found) throw new JsonFault(found);
  return value;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // JSON.parse's own words repeat the text, and often don't say where.
    throw new JsonFault({ code: 'invalid_json', path: [], message: sayBrokenJson(text), cause });
  }
};

/** An object or a list that is open: the keys it had so far (none for a list), and where in it the scan is. */
type Open = { keys: Set<string> | null; at: string | number };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** The first fault of a text whose form is not judged: of one that is no JSON it says nothing that counts but its depth. */
const scanJson = (text: string): Found | undefined => {
  const open: Open[] = [];
  let found: Found | undefined;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x7b:
      case 0x5b:
        if (open.length === MAX_JSON_DEPTH) return faultAt(open, 'too_deep');
        open.push(text[index] === '{' ? { keys: new Set(), at: '' } : { keys: null, at: 0 });
        break;
      case 0x7d:
      case 0x5d:
        open.pop();
        break;
      case COMMA: {
        const list = open.at(-1);
        if (list?.keys === null) list.at = Number(list.at) + 1;
        break;
      }
      case QUOTE: {
        const end = endOfString(text, index);
        const object = open.at(-1);
        if (!found && object?.keys && isKey(text, end)) {
          const code = addKey(object.keys, (object.at = spell(text.slice(index, end + 1))));
          if (code) found = faultAt(open, code);
        }
        index = end;
        break;
      }
    }
  }
  return found;
};

const MESSAGES = {
  too_deep: `is nested too deep: send it with at most ${MAX_JSON_DEPTH} levels`,
  duplicate_key: 'comes twice',
  invalid_key: 'is no key that anything can have',
};

const faultAt = (open: Open[], code: keyof typeof MESSAGES): Found => ({
  code,
  path: open.map(({ at }) => String(at)),
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

// Only a key has a colon behind it.
const isKey = (text: string, end: number): boolean => {
  let next = end + 1;
  while (text.charCodeAt(next) <= 0x20) next++;
  return text.charCodeAt(next) === COLON;
};

/** The key that a literal stands for, however it is spelled; itself where it is broken. */
const spell = (literal: string): string => {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
};

const addKey = (keys: Set<string>, key: string): 'duplicate_key' | 'invalid_key' | undefined => {
  if (key === '__proto__') return 'invalid_key';
  if (keys.has(key)) return 'duplicate_key';
  keys.add(key);
  return undefined;
};

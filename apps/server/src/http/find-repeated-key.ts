/** An object or a list that is open: the keys it had so far (none for a list), and where in it the scan is. */
type Open = { keys: Set<string> | null; at: string | number };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * The path of the first key that an object of a JSON text has twice; undefined when there is none. JSON.parse keeps
 * the last one silently, another reader may keep the first (RFC 8259, section 4): they would judge two different
 * requests.
 *
 * @param json what JSON.parse has taken: its form is not judged again
 */
export const findRepeatedKey = (json: string): string[] | undefined => {
  const open: Open[] = [];
  for (let index = 0; index < json.length; index++) {
    switch (json.charCodeAt(index)) {
      case 0x7b:
        open.push({ keys: new Set(), at: '' });
        break;
      case 0x5b:
        open.push({ keys: null, at: 0 });
        break;
      case 0x7d:
      case 0x5d:
        open.pop();
        break;
      case COMMA: {
        const list = open.at(-1)!;
        if (list.keys === null) list.at = Number(list.at) + 1;
        break;
      }
      case QUOTE: {
        const end = endOfString(json, index);
        if (isKey(json, end) && !addKey(open.at(-1)!, json.slice(index, end + 1))) {
          return open.map(({ at }) => String(at));
        }
        index = end;
        break;
      }
    }
  }
  return undefined;
};

const endOfString = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
};

// Only a key has a colon behind it.
const isKey = (json: string, end: number): boolean => {
  let next = end + 1;
  while (json.charCodeAt(next) <= 0x20) next++;
  return json.charCodeAt(next) === COLON;
};

/** False for a key that is there already, however it is spelled. */
const addKey = (object: Open, literal: string): boolean => {
  const key = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  object.at = key;
  if (object.keys!.has(key)) return false;
  object.keys!.add(key);
  return true;
};

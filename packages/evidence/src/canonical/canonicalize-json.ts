import { EvidenceError } from '../evidence-error.ts';
import { isPlainObject } from './is-plain-object.ts';

/**
 * Values that the chain can hold: strings, integers from -(2^53 - 1) to 2^53 - 1, booleans, null, and arrays and plain
 * objects of these. TypeScript can't tell integers from other numbers; `canonicalizeJson` refuses them.
 */
export type CanonicalValue =
  string | number | boolean | null | readonly CanonicalValue[] | { readonly [key: string]: CanonicalValue };

// Keeps a hostile file of 100 000 brackets, which JSON.parse reads, from overflowing the stack. A cycle reaches the
// bound at once, so no set of visited objects is needed.
const MAX_DEPTH = 64;

const MAX_POINTER_LENGTH = 200;

type Path = (string | number)[];

/**
 * Writes a value in the canonical form of RFC 8785 (JSON Canonicalization Scheme): no white space, keys sorted by
 * UTF-16 code units, one spelling for every string and number. Equal values give equal text, on every platform;
 * its UTF-8 bytes are what gets hashed.
 *
 * It is stricter than the RFC, so that no two implementations can differ: it refuses numbers that are not
 * integers, -0, integers beyond 2^53 - 1 and lone surrogates. And it drops nothing silently, as JSON.stringify
 * would: undefined, functions, symbols, array holes, hidden or symbol-keyed properties, objects that are not plain
 * (write a Date as a string) and nesting deeper than 64 levels, cycles among it, are refused too. Strings are taken
 * as they are, without Unicode normalization (RFC 8785, section 3.1).
 *
 * @throws {EvidenceError} `not_canonical`, naming the place as a path such as "/payload/gps/lat".
 *
 * @example
 * ```ts
 * import { canonicalizeJson } from '@field-inspection/evidence';
 *
 * canonicalizeJson({ b: [true, null], a: 'é', '10': -7 }); // {"10":-7,"a":"é","b":[true,null]}
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785#section-3.2
 */
export function canonicalizeJson(value: CanonicalValue): string {
  return writeValue(value, []);
}

function writeValue(value: unknown, path: Path): string {
  if (typeof value === 'string') return writeString(value, path);
  if (typeof value === 'number') return writeInteger(value, path);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') throw refusal(`${typeof value} is not JSON`, path);
  if (path.length >= MAX_DEPTH) throw refusal(`nested deeper than ${MAX_DEPTH} levels, or a cycle`, path);
  if (Array.isArray(value)) return writeArray(value, path);
  if (isPlainObject(value)) return writeObject(value, path);
  throw refusal('an object that is not plain: write it as a string, or as an object literal', path);
}

// JSON.stringify has written the text of RFC 8785, section 3.2.2.2, since ES2019.
function writeString(value: string, path: Path): string {
  // String.isWellFormed checks the same, but is missing in some browsers that verify.
  if (/\p{Cs}/u.test(value)) throw refusal('a string with a lone surrogate, which UTF-8 cannot hold', path);
  return JSON.stringify(value);
}

function writeInteger(value: number, path: Path): string {
  if (!Number.isSafeInteger(value)) {
    throw refusal('not an integer within ±(2^53 - 1): scale it, or write it as a string', path);
  }
  if (Object.is(value, -0)) throw refusal('-0: write 0', path);
  return String(value);
}

function writeArray(values: readonly unknown[], path: Path): string {
  // An array's own keys are its indices and "length".
  if (Reflect.ownKeys(values).length !== values.length + 1) {
    throw refusal('an array with holes or with properties of its own', path);
  }
  const items = values.map((value, index) => writeMember({ key: index, value }, path));
  return `[${items.join(',')}]`;
}

function writeObject(value: Record<string, unknown>, path: Path): string {
  const keys = Object.keys(value);
  if (Reflect.ownKeys(value).length !== keys.length) {
    throw refusal('an object with hidden or symbol-keyed properties', path);
  }
  // sort without a comparator compares UTF-16 code units, as RFC 8785, section 3.2.3 demands; localeCompare or code
  // points would give another order.
  const members = keys.sort().map((key) => {
    return `${writeString(key, path)}:${writeMember({ key, value: value[key] }, path)}`;
  });
  return `{${members.join(',')}}`;
}

function writeMember(member: { key: string | number; value: unknown }, path: Path): string {
  path.push(member.key);
  const text = writeValue(member.value, path);
  path.pop();
  return text;
}

function refusal(reason: string, path: Path): EvidenceError {
  // Keys can be an attacker's, and messages end in logs and on terminals: cut to a length, and escaped.
  const pointer = JSON.stringify(`/${path.join('/')}`.slice(0, MAX_POINTER_LENGTH));
  return new EvidenceError('not_canonical', `No canonical form at ${pointer}: ${reason}.`);
}

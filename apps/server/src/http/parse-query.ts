import { parse } from 'node:querystring';
import { Refusal } from '../refusals.ts';

/**
 * Parses the query of a request. Bytes that are not percent-encoded UTF-8 are refused as in a body: they would be
 * stored as something that the caller did not send. A repeated parameter becomes a list, which no schema takes.
 * `name[key]=value` becomes a pair of the object `name` (OpenAPI's deepObject), one level deep.
 *
 * @throws {Refusal} validation_error
 */
export const parseQuery = (text: string | null | undefined): ParsedQuery => {
  if (!text) return {};
  if (!isPercentEncodedUtf8(text)) {
    const message = 'must be percent-encoded UTF-8';
    throw new Refusal('validation_error', `query: ${message}`, {
      errors: [{ path: 'query', code: 'invalid_encoding', message }],
    });
  }
  return foldPairs(Object.entries(parse(text)));
};

type Value = string | string[] | undefined;
type ParsedQuery = { [name: string]: Value | Record<string, Value> };

const foldPairs = (given: [string, Value][]): ParsedQuery => {
  const pairs = given.flatMap(([name, value]) => {
    const [, owner, key] = PAIR.exec(name) ?? [];
    return owner === undefined || key === undefined ? [] : [{ owner, key, value }];
  });
  const whole = new Map(given.filter(([name]) => !PAIR.test(name)));
  const folded = [...Map.groupBy(pairs, ({ owner }) => owner)].map(
    ([owner, own]): [string, ParsedQuery[string]] => {
      if (own.some(({ key }) => key === '__proto__')) throw refuseKey(owner);
      // Beside a plain value it counts as given twice, which no schema takes.
      if (whole.has(owner)) return [owner, []];
      return [owner, Object.fromEntries(own.map(({ key, value }) => [key, value]))];
    },
  );
  return Object.fromEntries([...whole, ...folded]);
};

// Any other name with brackets is a parameter of that name, which no schema takes.
const PAIR = /^([^[\]]+)\[([^[\]]+)\]$/;

// Validation passes over a key of this name, and would ignore the filter in silence.
const refuseKey = (owner: string): Refusal => {
  const [path, message] = [`query.${owner}.__proto__`.slice(0, 300), 'is no key that anything can have'];
  return new Refusal('validation_error', `${path}: ${message}`, {
    errors: [{ path, code: 'invalid_key', message }],
  });
};

const isPercentEncodedUtf8 = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return /^[\x21-\x7e]*$/.test(text);
  } catch {
    return false;
  }
};

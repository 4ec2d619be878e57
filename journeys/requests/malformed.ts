import { isList } from '@field-inspection/contract';
import { BROKEN_JSON, HOSTILE_NAMES, NEVER_RIGHT } from './hostile-values.ts';
import { MISSING_IDS, type Ids } from './ids.ts';
import type { RouteOperation, Schema } from './operations.ts';
import { withPair } from './positions.ts';
import { sampleBody } from './sample-body.ts';

/** The operation must refuse each of these raw bodies. */
export const listMalformedBodies = (operation: RouteOperation, count: number): string[] => {
  const valid = sampleBody(operation, MISSING_IDS) ?? {};
  const properties = operation.body?.properties ?? {};
  const withField = (name: string, raw: string) => {
    const { [name]: _, ...rest } = valid;
    return withPair(rest, name, raw);
  };
  const bodies = [
    ...BROKEN_JSON,
    ...HOSTILE_NAMES.map((name) => withField(name, '1')),
    ...Object.entries(properties).flatMap(([name, schema]) =>
      listWrongValues(schema).map((raw) => withField(name, raw)),
    ),
  ];
  for (let index = 0; bodies.length < count; index++) bodies.push(withField(`unknown_${index}`, '"x"'));
  return bodies;
};

/** A map of names may be empty; an object with required fields may not. */
const listWrongValues = ({ propertyNames, properties, required = [] }: Schema): string[] => {
  const takesNothing = propertyNames !== undefined || (properties !== undefined && required.length === 0);
  return NEVER_RIGHT.filter((raw) => !takesNothing || raw !== '{}');
};

/** The operation must refuse each query, at the given path. */
export const listMalformedQueries = ({ query, listed }: RouteOperation): [query: string, path: string][] => {
  const names = Object.keys(query?.properties ?? {});
  return [
    ['no_such=1', 'query.no_such'],
    ...names.map((name): [string, string] => [`${name}=1&${name}=1`, `query.${name}`]),
    // A NUL is refused in every parameter.
    ...names.map((name): [string, string] => [`${name}=%00`, `query.${name}`]),
    ...(isList(listed.route)
      ? ['limit=0x10', 'limit=101'].map((text): [string, string] => [text, 'query.limit'])
      : []),
  ];
};

/** Every kind of characters that would end a text in SQL. */
const QUOTES = `' " $$ \\' -- ; ) /*`;

export const listQuotedBodies = (operation: RouteOperation, ids: Ids): string[] =>
  Object.keys(operation.body?.properties ?? {}).map((name) =>
    JSON.stringify({ ...sampleBody(operation, ids), [name]: QUOTES }),
  );

/** Each query has quotes in one parameter; of pairs, in the value and in the key. */
export const listQuotedQueries = ({ query }: RouteOperation): string[] => {
  const quotes = encodeURIComponent(QUOTES);
  return Object.keys(query?.properties ?? {}).flatMap((name) => [
    `${name}=${quotes}`,
    `${name}[a]=${quotes}`,
    `${name}[${quotes}]=a`,
  ]);
};

import { parse, type Filter } from 'scim2-parse-filter';
import { Prisma } from '#prisma';
import { refuseScim } from './refuse-scim.ts';

/** Bounds of a filter, judged before anything reads it. The longest of Entra and Okta has some 200 characters. */
const MAX_CHARACTERS = 1_000;
const MAX_WORDS = 20;
const MAX_DEPTH = 8;

/**
 * Parses a filter of RFC 7644, section 3.4.2.2, of a list or of a path.
 *
 * @throws {Refusal} validation_error, as invalidFilter
 */
export const parseFilter = (text: string): Filter => {
  requireBounds(text);
  try {
    return parse(text);
  } catch (cause) {
    throw refuseScim('invalidFilter', 'The filter can not be read. Such one is: userName eq "ada"', cause);
  }
};

/** Refuses what would take long to parse: too long, of too many terms, or nested too deep. */
export const requireBounds = (text: string): void => {
  if (text.length > MAX_CHARACTERS)
    throw refuseScim('invalidFilter', `A filter has at most ${MAX_CHARACTERS} characters.`);
  if (text.includes('\u0000') || !text.isWellFormed())
    throw refuseScim('invalidFilter', 'A filter must not contain U+0000 or a lone surrogate.');
  if ((text.match(/\b(?:and|or|not)\b/gi) ?? []).length > MAX_WORDS)
    throw refuseScim('invalidFilter', `A filter joins at most ${MAX_WORDS} terms.`);
  let depth = 0;
  for (const character of text) {
    if (character === '(' || character === '[') depth++;
    if (character === ')' || character === ']') depth--;
    if (depth > MAX_DEPTH) throw refuseScim('invalidFilter', `A filter nests at most ${MAX_DEPTH} deep.`);
  }
};

/** An attribute by which a list is filtered, as SQL. Names compare in any case, ids as they are. */
export type Filterable = {
  kind: 'text' | 'name' | 'boolean' | 'time';
  /** The value itself, or what a condition on each of several values makes of it. */
  value: Prisma.Sql;
  each?: (condition: Prisma.Sql) => Prisma.Sql;
};

export type Filterables = Readonly<Record<string, Filterable>>;

/** Turns a filter into a condition. Attributes are looked up in lower case, without the name of their schema. */
export const toCondition = (filter: Filter, attributes: Filterables, within = ''): Prisma.Sql => {
  if ('filters' in filter) {
    const parts = filter.filters.map((each) => toCondition(each, attributes, within));
    return Prisma.sql`(${Prisma.join(parts, filter.op === 'and' ? ' and ' : ' or ')})`;
  }
  if ('filter' in filter) return Prisma.sql`not (${toCondition(filter.filter, attributes, within)})`;
  const name = nameOf(filter.attrPath);
  if ('valFilter' in filter) return toCondition(filter.valFilter, attributes, `${name}.`);
  const attribute = attributes[within + name] ?? attributes[`${within}${name}.value`];
  if (!attribute) throw refuseScim('invalidFilter', `There is no filter by ${filter.attrPath}.`);
  const { each = (condition) => condition } = attribute;
  if (!('compValue' in filter)) return each(Prisma.sql`nullif(${attribute.value}::text, '') is not null`);
  if (filter.op === 'ne')
    return Prisma.sql`not coalesce(${each(compare(attribute, 'eq', filter.compValue))}, false)`;
  return Prisma.sql`coalesce(${each(compare(attribute, filter.op, filter.compValue))}, false)`;
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf(':') + 1).toLowerCase();

type Value = string | number | boolean | null;

const compare = ({ kind, value }: Filterable, op: string, given: Value): Prisma.Sql => {
  if (given === null) return Prisma.sql`${value} is null`;
  if (kind === 'boolean') return Prisma.sql`${value} = ${toBoolean(given)}`;
  if (kind === 'time') return compareOrder(value, op, Prisma.sql`${toTime(given)}::timestamptz`);
  const [left, right] =
    kind === 'name' ? [Prisma.sql`lower(${value})`, String(given).toLowerCase()] : [value, String(given)];
  if (op === 'co') return Prisma.sql`position(${right} in ${left}) > 0`;
  if (op === 'sw') return Prisma.sql`starts_with(${left}, ${right})`;
  if (op === 'ew') return Prisma.sql`right(${left}, ${right.length}) = ${right}`;
  return compareOrder(left, op, Prisma.sql`${right}`);
};

const ORDERS: Readonly<Record<string, Prisma.Sql>> = {
  eq: Prisma.sql`=`,
  gt: Prisma.sql`>`,
  ge: Prisma.sql`>=`,
  lt: Prisma.sql`<`,
  le: Prisma.sql`<=`,
};

const compareOrder = (left: Prisma.Sql, op: string, right: Prisma.Sql): Prisma.Sql => {
  const order = ORDERS[op];
  if (!order) throw refuseScim('invalidFilter', `The attribute can not be compared by ${op}.`);
  return Prisma.sql`${left} ${order} ${right}`;
};

const toBoolean = (given: Value): boolean => {
  const word = String(given).toLowerCase();
  if (word !== 'true' && word !== 'false') throw refuseScim('invalidFilter', 'This is true or false.');
  return word === 'true';
};

const toTime = (given: Value): string => {
  // JavaScript takes a lone number for a year or a month.
  const at = new Date(/^\d{4}-\d\d-\d\d/.test(String(given)) ? String(given) : Number.NaN);
  // PostgreSQL has no year 0.
  if (!(at.getUTCFullYear() >= 1))
    throw refuseScim('invalidFilter', 'This compares with a time such as 2026-11-20T14:30:00Z.');
  return at.toISOString();
};

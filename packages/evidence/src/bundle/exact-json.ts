import { stepsToRead, VALUE_STEPS, type StepBudget } from '../step-budget.ts';
import { isPlainObject } from '../canonical/is-plain-object.ts';

/**
 * Parses only JSON spelled as JSON.stringify spells it; undefined for other text. A repeated key, of which programs
 * read the first or the last, is so refused, and every byte has a meaning.
 *
 * @throws {TooComplex}
 */
export function parseExactJson(
  bytes: Uint8Array,
  { budget, indent = 0 }: { budget: StepBudget; indent?: number },
): unknown {
  budget.spend(stepsToRead(bytes.length) + VALUE_STEPS * countValues(bytes));
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value, null, indent) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

// Marks stand before each value and after each opening bracket. The parser makes all values at once: 64 MiB of them
// would be gigabytes. Marks in texts count, too.
const MARKS = new Set([...'[{,'].map((character) => character.charCodeAt(0)));

function countValues(bytes: Uint8Array): number {
  let count = 1;
  for (const byte of bytes) if (MARKS.has(byte)) count++;
  return count;
}

export type Shape = (value: unknown, path: string) => string | undefined;

export function only(isRight: (value: unknown) => boolean): Shape {
  return (value, path) => (isRight(value) ? undefined : path || '/');
}

export function nullOr(shape: Shape): Shape {
  return (value, path) => (value === null ? undefined : shape(value, path));
}

export function listOf(shape: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return path || '/';
    return findFirst(value, (item, index) => shape(item, `${path}/${index}`));
  };
}

/** Allows further fields, since a later bundle may tell more. */
export function objectOf(fields: Readonly<Record<string, Shape>>): Shape {
  return (value, path) => {
    if (!isPlainObject(value)) return path || '/';
    return findFirst(Object.keys(fields), (key) => fields[key]!(value[key], `${path}/${key}`));
  };
}

export const isText = only((value) => typeof value === 'string');
export const isFlag = only((value) => typeof value === 'boolean');
export const isCount = only((value) => Number.isSafeInteger(value) && (value as number) >= 0);

function findFirst<Item>(
  items: readonly Item[],
  judge: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const fault = judge(item, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

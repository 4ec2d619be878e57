import { isPlainObject } from '../canonical/is-plain-object.ts';

/** Finds the first place where a value is not of a shape, as a path such as "/evidence/0/id"; undefined when none is. */
export type Shape = (value: unknown, path: string) => string | undefined;

/** Whatever the predicate takes. */
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

/** An object with these fields. Others may be there: a later bundle may tell more. */
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

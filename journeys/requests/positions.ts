/** A value within another. `around` gives the whole as JSON text with raw text in its place, or without it. */
export type Position = { path: string[]; value: unknown; around: (raw?: string) => string };

export const listPositions = (
  value: unknown,
  path: string[] = [],
  around: Position['around'] = (raw = '') => raw,
): Position[] => {
  const own = { path, value, around };
  if (typeof value !== 'object' || value === null) return [own];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    listPositions(each, [...path, key], (raw) => around(writeWith(value, key, raw))),
  );
  return [own, ...inner];
};

const writeWith = (value: object, key: string, raw: string | undefined): string => {
  const isList = Array.isArray(value);
  const parts = Object.entries(value).flatMap(([name, each]) => {
    const text = name === key ? raw : JSON.stringify(each);
    if (text === undefined) return [];
    return isList ? text : `${JSON.stringify(name)}:${text}`;
  });
  return isList ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
};

/** Adds a pair at the end of an object's JSON, even if the object has that name already. */
export const withPair = (value: object, name: string, raw: string): string => {
  const pairs = JSON.stringify(value).slice(1, -1);
  return `{${pairs && `${pairs},`}${JSON.stringify(name)}:${raw}}`;
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A wrong thing in a JSON text; `position` counts over all values. */
export type Damage = {
  kind: 'replace' | 'remove' | 'add' | 'double' | 'cut' | 'wrap';
  position: number;
  raw: string;
  key: string;
};

/** The same value and damage always give the same text. */
export const damageJson = (value: unknown, { kind, position, raw, key }: Damage): string => {
  const text = JSON.stringify(value) ?? '';
  if (kind === 'cut') return text.slice(0, position % Math.max(1, text.length));
  if (kind === 'wrap') return `[${text}]`;
  const positions = listPositions(value);
  const { around } = positions[position % positions.length]!;
  if (kind === 'replace') return around(raw);
  if (kind === 'remove') return around();
  const objects = positions.filter((each) => isObject(each.value));
  const object = objects[position % Math.max(1, objects.length)];
  if (!object) return raw;
  const [first = key] = Object.keys(object.value as object);
  return object.around(withPair(object.value as object, kind === 'double' ? first : key, raw));
};

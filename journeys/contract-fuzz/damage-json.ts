/** One wrong thing in a JSON text: where (counted over all its values), and what is put there. */
export type Damage = {
  kind: 'replace' | 'remove' | 'add' | 'double' | 'cut' | 'wrap';
  place: number;
  /** Raw JSON, or what is none. */
  raw: string;
  /** The name of what is added. */
  key: string;
};

type Parent = Record<string, unknown> | unknown[];
type Slot = { parent: Parent; key: string };

// A name that no body has: the place in the text where raw JSON goes.
const MARK = '\u0001mark';
const MARKED_VALUE = JSON.stringify(MARK);
const MARKED_PAIR = `${JSON.stringify(MARK)}:0`;

/** A value as JSON text with one wrong thing in it. The same value and damage give the same text. */
export const damageJson = (value: unknown, { kind, place, raw, key }: Damage): string => {
  const root = { top: structuredClone(value) };
  const text = () => JSON.stringify(root.top) ?? '';
  if (kind === 'cut') return text().slice(0, place % Math.max(1, text().length));
  if (kind === 'wrap') return `[${text()}]`;
  const slots = listSlots(root);
  const slot = slots[place % slots.length]!;
  if (kind === 'remove') {
    Reflect.deleteProperty(slot.parent, slot.key);
    return text();
  }
  if (kind === 'replace') {
    Reflect.set(slot.parent, slot.key, MARK);
    return text().replace(MARKED_VALUE, () => raw);
  }
  const objects = slots.map(({ parent, key: name }) => Reflect.get(parent, name) as unknown).filter(isObject);
  const object = objects[place % Math.max(1, objects.length)];
  if (!object) return raw;
  const [first = key] = Object.keys(object);
  object[MARK] = 0;
  const name = JSON.stringify(kind === 'double' ? first : key);
  return text().replace(MARKED_PAIR, () => `${name}:${raw}`);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listSlots = (parent: Parent): Slot[] =>
  Object.keys(parent).flatMap((key) => {
    const value: unknown = Reflect.get(parent, key);
    const below = typeof value === 'object' && value !== null ? listSlots(value as Parent) : [];
    return [{ parent, key }, ...below];
  });

import { follow, type Schema } from './openapi.ts';

export type Field = {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
  fields: Field[];
};

/** A drawing's points lie at the fourth depth. */
const MAX_DEPTH = 5;

export const readFields = (schema: Schema, depth = 0): Field[] => {
  if (depth >= MAX_DEPTH) return [];
  const resolved = follow<Schema>(schema);
  if (resolved.properties) {
    return Object.entries(resolved.properties).map(([name, property]) => ({
      ...readField(name, property, depth),
      isRequired: resolved.required?.includes(name) ?? false,
    }));
  }
  if (resolved.items && typeof resolved.items === 'object') return readFields(resolved.items, depth);
  const { additionalProperties } = resolved;
  if (additionalProperties && typeof additionalProperties === 'object')
    return readFields(additionalProperties, depth);
  const members = listMembers(resolved);
  if (members.length < 2) return members.flatMap((member) => readFields(member, depth));
  return members.flatMap((member) => readMember(member, depth));
};

export const readField = (name: string, schema: Schema, depth: number): Field => {
  const resolved = follow<Schema>(schema);
  const description = schema.description ?? resolved.description ?? '';
  return {
    name,
    type: describeType(schema),
    isRequired: false,
    description,
    fields: readFields(schema, depth + 1),
  };
};

// A field of one value, such as `tool`, tells the members of a union apart.
const readMember = (member: Schema, depth: number): Field[] => {
  const { properties = {}, description = '' } = follow<Schema>(member);
  const [mark] = Object.entries(properties).filter(
    ([, property]) => follow<Schema>(property).const !== undefined,
  );
  if (!mark) return [];
  const [name, property] = mark;
  return [
    {
      name: `${name}: ${JSON.stringify(follow<Schema>(property).const)}`,
      type: 'one of these',
      isRequired: false,
      description,
      fields: readFields(member, depth + 1).filter((field) => field.name !== name),
    },
  ];
};

export const describeType = (schema: Schema): string => {
  const resolved = follow<Schema>(schema);
  const { const: only, enum: values, type, format } = resolved;
  if (only !== undefined) return JSON.stringify(only);
  if (values) return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const union = resolved.anyOf ?? resolved.oneOf;
  if (union) return [...new Set(union.map(describeType))].join(' or ');
  if (type === 'array') return describeList(resolved);
  const name = Array.isArray(type) ? type.join(' or ') : (type ?? 'anything');
  const bounds = describeBounds(resolved);
  const about = [format, bounds].filter(Boolean).join(', ');
  return about ? `${name} (${about})` : name;
};

const describeList = ({ items, prefixItems, maxItems, minItems }: Schema): string => {
  const [item] = typeof items === 'object' ? [items] : (prefixItems ?? []);
  const inner = item ? describeType(item) : 'anything';
  const count = describeRange(minItems, maxItems);
  return `list of ${inner}${count ? ` (${count})` : ''}`;
};

const describeBounds = ({ minimum, maximum, minLength, maxLength }: Schema): string => {
  const length = describeRange(minLength, maxLength);
  if (length) return `${length} characters`;
  // The bounds of JavaScript's integers tell a reader nothing.
  const top = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return describeRange(minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum, top);
};

const describeRange = (least: number | undefined, most: number | undefined): string => {
  if (least !== undefined && least === most) return `exactly ${least}`;
  if (most === undefined) return least ? `at least ${least}` : '';
  return least === undefined ? `at most ${most}` : `${least} to ${most}`;
};

const listMembers = ({ anyOf, oneOf }: Schema): Schema[] =>
  (anyOf ?? oneOf ?? []).filter((member) => follow<Schema>(member).type !== 'null');

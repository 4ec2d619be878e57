import { type JsonSchema, type Side, readRef } from './json-schema.ts';
import type { NamedType } from './model.ts';
import { renderComment } from './render-comment.ts';

type Types = ReadonlyMap<string, NamedType>;

/** A reply's type has it beside today's values. No program can write it, so that a misspelt word does not compile. */
const NEWER = 'NewerValue';

/**
 * Every list of strings is open: the service may add a value without a new major version, and a value of a reply can be
 * sent again.
 */
export function renderType(schema: JsonSchema, side: Side, types: Types): string {
  const ref = readRef(schema);
  if (ref !== undefined) {
    const { name, schema: named } = types.get(ref) ?? { name: ref };
    return isEnum(named) ? open(name) : name;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return open(renderEnum(schema));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return renderUnion(options.map((option) => renderType(option, side, types)));
  if (Array.isArray(schema.type)) {
    return renderUnion(schema.type.map((type) => renderType({ ...schema, type }, side, types)));
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return renderList(schema, side, types);
    case 'object':
      return renderObject(schema, side, types);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`No TypeScript is known for ${JSON.stringify(schema)}`);
  }
}

export function renderDeclaration({ name, schema, side }: NamedType, types: Types): string {
  const comment = renderComment([schema.description ?? '']);
  if (!schema.properties || Object.keys(schema.properties).length === 0) {
    const type = FORMS[name] ?? (isEnum(schema) ? renderEnum(schema) : renderType(schema, side, types));
    return `${comment}export type ${name} = ${type};`;
  }
  const base = findBase({ name, schema, side }, types);
  const inherited = new Set(Object.keys(base?.schema.properties ?? {}));
  const own = Object.entries(schema.properties).filter(([property]) => !inherited.has(property));
  const body = renderProperties({ ...schema, properties: Object.fromEntries(own) }, side, types);
  const heritage = base ? `extends ${base.name} ` : '';
  const ways = WAYS[name];
  if (!ways) return `${comment}export interface ${name} ${heritage}${body}`;
  return `${comment}export type ${name} = ${name}Fields & (${ways});\n\ninterface ${name}Fields ${heritage}${body}`;
}

const isEnum = (schema: JsonSchema | undefined) => schema?.enum !== undefined;

const open = (type: string) => `${type} | ${NEWER}`;

const renderEnum = ({ enum: values = [] }: JsonSchema) =>
  values.map((value) => JSON.stringify(value)).join(' | ');

/** Beside `string` a single string says nothing. */
function renderUnion(options: readonly string[]): string {
  const told = options.includes('string') ? options.filter((option) => !option.startsWith('"')) : options;
  return [...new Set(told)].join(' | ');
}

/** A longer tuple would be unreadable. */
const MOST_PLACES = 3;

function renderList(schema: JsonSchema, side: Side, types: Types): string {
  const { items, prefixItems, minItems = 0, maxItems = Infinity } = schema;
  if (prefixItems) return `[${prefixItems.map((item) => renderType(item, side, types)).join(', ')}]`;
  const item = items ? renderType(items, side, types) : 'unknown';
  if (minItems === 0 || maxItems > MOST_PLACES) return renderArray(item);
  const lengths = Array.from({ length: maxItems - minItems + 1 }, (_, index) => minItems + index);
  return renderUnion(lengths.map((length) => `[${Array<string>(length).fill(item).join(', ')}]`));
}

const renderArray = (item: string) => (item.includes(' | ') ? `(${item})[]` : `${item}[]`);

function renderObject(schema: JsonSchema, side: Side, types: Types): string {
  if (Object.keys(schema.properties ?? {}).length > 0) return renderProperties(schema, side, types);
  const others = schema.additionalProperties;
  if (typeof others !== 'object') return 'Record<string, never>';
  const value = renderType(others, side, types);
  const keys = schema.propertyNames;
  const names = readRef(keys ?? {}) ?? (keys?.enum && renderEnum(keys));
  // Closed: an open list of names would allow any name, and complete none.
  return names ? `Partial<Record<${names}, ${value}>>` : `Record<string, ${value}>`;
}

function renderProperties(schema: JsonSchema, side: Side, types: Types): string {
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const type = renderType(property, side, types);
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    const comment = renderComment([describeProperty(property)]);
    return `${comment}${key}${required.has(name) ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  if (typeof schema.additionalProperties === 'object') lines.push('[field: string]: unknown;');
  return `{\n${lines.join('\n')}\n}`;
}

const describeProperty = (property: JsonSchema): string =>
  property.description ?? property.anyOf?.find(({ description }) => description)?.description ?? '';

export function findBase(
  type: Pick<NamedType, 'name' | 'schema' | 'side'>,
  types: Types,
): NamedType | undefined {
  const sizeOf = ({ schema }: NamedType) => Object.keys(schema.properties ?? {}).length;
  return [...types.values()]
    .filter(
      (other) =>
        other.side === type.side &&
        sizeOf(other) >= 2 &&
        !WAYS[other.name] &&
        isExtendedBy(other.schema, type.schema),
    )
    .sort((one, other) => sizeOf(other) - sizeOf(one))[0];
}

function isExtendedBy(base: JsonSchema, schema: JsonSchema): boolean {
  const describe = (from: JsonSchema, name: string) =>
    JSON.stringify([from.properties?.[name], from.required?.includes(name)]);
  const names = Object.keys(base.properties ?? {});
  return (
    names.length < Object.keys(schema.properties ?? {}).length &&
    names.every((name) => describe(base, name) === describe(schema, name))
  );
}

/** Request types that say more than their JSON Schema can: a locale, and properties that go together. */

/** Strings of a form. */
const FORMS: Readonly<Record<string, string>> = {
  LocaleInput: 'Locale | `${Locale}-${string}` | NewerValue',
};

/** Bodies that the contract's rules make one of several: each is a type of its own. */
const WAYS: Readonly<Record<string, string>> = {
  CreateWebhookEndpointBody: `
    | { kind?: 'push' | undefined; url: string }
    | { kind: 'pull'; url?: undefined }`,
  InspectionParticipant: `
    | { channel: 'sms'; phone: string; email?: undefined }
    | { channel: 'email'; email: string; phone?: undefined }`,
  SignerInput: `
    | { email: string }
    | { phone: string }`,
};

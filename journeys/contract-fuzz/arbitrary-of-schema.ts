import fc, { type Arbitrary } from 'fast-check';
import { HOSTILE_TEXTS } from '../requests/hostile-values.ts';
import type { Schema } from '../requests/operations.ts';

type Scope = { defs: Record<string, Schema>; name: string };

/** Placeholders for existing things, filled in when the request is sent. */
const KNOWN: Record<string, string> = {
  evidence: 'evidence_id',
  campaign: 'campaign_id',
  template: 'template_id',
  endpoint: 'endpoint_id',
  session: 'session_id',
  session_id: 'session_id',
  sha256: 'sha256',
  code: 'code',
  cursor: 'cursor',
};

const URLS = ['{{key.hook_url}}', '{{key.hook_url}}', '{{key.down_url}}'];

/** The service asks more of these texts than the schema says: most that fit the schema are refused. */
const JUDGED_FURTHER = ['locale', 'recipient_email', 'recipient_phone', 'email', 'phone'];

/** Values that a schema accepts, among them its bounds. An id is mostly one that exists. */
export const arbitraryOfSchema = (
  schema: Schema,
  { defs, name }: Scope = { defs: schema.$defs ?? {}, name: '' },
): Arbitrary<unknown> => {
  const scope = { defs, name };
  if (schema.$ref) {
    const { $ref, ...rest } = schema;
    return arbitraryOfSchema({ ...defs[$ref.replace('#/$defs/', '')], ...rest }, scope);
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => arbitraryOfSchema(option, scope)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'array') return arrayOf(schema, scope);
  if (schema.type === 'object') return objectOf(schema, scope);
  return textOf(schema, name);
};

const numberOf = ({ type, minimum = -1_000_000, maximum = 1_000_000 }: Schema): Arbitrary<number> => {
  const inside =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof(
    { arbitrary: inside, weight: 12 },
    { arbitrary: fc.constantFrom(minimum, maximum), weight: 6 },
    { arbitrary: fc.constantFrom(minimum - 1, maximum + 1), weight: 1 },
  );
};

const arrayOf = (schema: Schema, scope: Scope): Arbitrary<unknown> => {
  if (schema.prefixItems)
    return fc.tuple(...schema.prefixItems.map((item) => arbitraryOfSchema(item, scope)));
  const { minItems: minLength = 0, maxItems = 4 } = schema;
  const item = schema.items ? arbitraryOfSchema(schema.items, scope) : fc.constant(null);
  return fc.array(item, { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 4)) });
};

const objectOf = (schema: Schema, { defs, name: own }: Scope): Arbitrary<unknown> => {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  if (propertyNames) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    const key = arbitraryOfSchema(propertyNames, { defs, name: '' }) as Arbitrary<string>;
    const map = fc.dictionary(
      key,
      arbitraryOfSchema(values, { defs, name: own === 'callbacks' ? 'url' : '' }),
      { maxKeys: 3 },
    );
    return schema.example === undefined ? map : fc.oneof(fc.constant(schema.example), map);
  }
  const parts = Object.entries(properties).map(
    ([name, part]) => [name, arbitraryOfSchema(part, { defs, name })] as const,
  );
  const made = fc.record(Object.fromEntries(parts), { requiredKeys: required });
  return schema.example === undefined
    ? made
    : fc.oneof({ arbitrary: made, weight: 3 }, { arbitrary: fc.constant(schema.example), weight: 1 });
};

const textOf = (schema: Schema, name: string): Arbitrary<string> => {
  const { format, maxLength = 100, minLength = 0 } = schema;
  if (name === 'url')
    return fc.oneof({ arbitrary: fc.constantFrom(...URLS), weight: 12 }, fc.constantFrom(...HOSTILE_TEXTS));
  const known = KNOWN[name];
  if (known) {
    const other = format === 'uuid' ? fc.uuid() : patternOf(schema);
    return fc.oneof(
      { arbitrary: fc.constant(`{{own.${known}}}`), weight: 20 },
      { arbitrary: fc.constantFrom(`{{other.${known}}}`, `{{mixed.${known}}}`), weight: 2 },
      { arbitrary: other, weight: 1 },
    );
  }
  if (format === 'date-time') return timeOf(schema);
  const example = fc.constant(String(schema.example ?? 'Roof'));
  return fc.oneof(
    { arbitrary: example, weight: JUDGED_FURTHER.includes(name) ? 40 : 10 },
    { arbitrary: patternOf(schema), weight: JUDGED_FURTHER.includes(name) ? 1 : 9 },
    { arbitrary: fc.constantFrom(maxLength, minLength).map((size) => 'x'.repeat(size)), weight: 1 },
    { arbitrary: fc.constantFrom(...HOSTILE_TEXTS), weight: 1 },
  );
};

const patternOf = ({ pattern, format, minLength = 0, maxLength = 100 }: Schema): Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid();
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
};

const timeOf = ({ example }: Schema): Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constant(String(example)), weight: 4 },
    {
      arbitrary: fc
        .date({ min: new Date('2020-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      weight: 4,
    },
    {
      arbitrary: fc.constantFrom(
        '0000-01-01T00:00:00Z',
        '0001-01-01T00:00:00+23:59',
        '1969-12-31T23:59:59.999Z',
        '2024-02-29T12:00:00.123456789-12:00',
        '9999-12-31T23:59:59.999Z',
        '9999-12-31T23:59:59-23:59',
      ),
      weight: 1,
    },
  );

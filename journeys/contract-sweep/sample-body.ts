import type { AppRoute } from '@ts-rest/core';
import { z } from 'zod';

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  enum?: unknown[];
  example?: unknown;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
};

/** The body's schema as JSON Schema, or undefined for a route that takes none. */
export const bodySchemaOf = (route: AppRoute): JsonSchema | undefined => {
  if (!('body' in route) || !(route.body instanceof z.ZodType)) return undefined;
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return schema.$ref ? schema.$defs?.[schema.$ref.replace('#/$defs/', '')] : schema;
};

/** The smallest valid body of a route: its required fields, each with its example. */
export const sampleBody = (route: AppRoute): Record<string, unknown> | undefined => {
  const schema = bodySchemaOf(route);
  if (!schema?.properties) return schema ? {} : undefined;
  return Object.fromEntries(
    (schema.required ?? []).map((name) => [name, sampleValue(schema.properties![name]!)]),
  );
};

const sampleValue = (schema: JsonSchema): unknown => {
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [];
  return 'sample';
};

/** At least `count` bodies that the route must refuse, as raw text. */
export const listMalformedBodies = (route: AppRoute, count: number): string[] => {
  const valid = sampleBody(route) ?? {};
  const fields = Object.keys(bodySchemaOf(route)?.properties ?? {});
  const withField = (name: string, raw: string) => {
    const { [name]: _, ...rest } = valid;
    return `{${[...Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`), `${JSON.stringify(name)}:${raw}`].join(',')}}`;
  };
  const bodies = [
    ...WRONG_TOPS,
    ...UNKNOWN_FIELDS.map((name) => withField(name, '1')),
    ...fields.flatMap((name) => WRONG_VALUES.map((raw) => withField(name, raw))),
  ];
  for (let index = 0; bodies.length < count; index++) bodies.push(withField(`unknown_${index}`, '"x"'));
  return bodies;
};

const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

const WRONG_TOPS = [
  'null',
  '[]',
  '"text"',
  '1',
  'true',
  '{',
  '{"a"',
  '{"a":}',
  "{'a':1}",
  '{"a":1,}',
  'undefined',
  'NaN',
  '1e309',
  '[{}]',
  '\ufeff{}',
  '{}{}',
  '//{}',
  DEEP,
  `{"deep":${DEEP}}`,
  `[${'0,'.repeat(50_000)}0]`,
  '\u0000',
];

const UNKNOWN_FIELDS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'organisation_id',
  'status',
  '',
  ' ',
  '\u0000',
];

// No field of any body takes one of these.
const WRONG_VALUES = [
  '{}',
  '{"a":1}',
  '[[]]',
  '1e309',
  '-1.5',
  '[1]',
  '"\\u0000"',
  '"\\ud800"',
  `"${'x'.repeat(5_000)}"`,
];

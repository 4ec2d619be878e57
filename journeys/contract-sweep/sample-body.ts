import type { Drawing, Route } from '@field-inspection/contract';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { z } from 'zod';
import { MISSING_IDS, type Ids } from './ids.ts';

type JsonSchema = {
  type?: string;
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  enum?: unknown[];
  propertyNames?: JsonSchema;
  example?: unknown;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
};

export const SAMPLE_PHOTO = Buffer.from(await takePhoto({ width: 64, height: 48 }));

export const SAMPLE_DRAWING: z.input<typeof Drawing> = {
  width: 1280,
  height: 720,
  strokes: [
    {
      tool: 'line',
      color: '#d92d20',
      size: 6,
      points: [
        [100, 80],
        [412, 230],
      ],
    },
  ],
};

/** The body's schema as JSON Schema, or undefined for a route that takes none. */
export const bodySchemaOf = (route: Route): JsonSchema | undefined =>
  'body' in route && route.body instanceof z.ZodType ? jsonSchemaOf(route.body) : undefined;

/** A schema of the contract, as what comes in, as JSON Schema. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const {
    $ref,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const { properties, ...others } = $ref ? $defs[nameOfRef($ref)]! : rest;
  const resolve = (part: JsonSchema): JsonSchema =>
    part.$ref ? { ...$defs[nameOfRef(part.$ref)], ...part } : part;
  if (!properties) return others;
  const resolved = Object.entries(properties).map(([name, part]) => [name, resolve(part)] as const);
  return { ...others, properties: Object.fromEntries(resolved) };
};

const nameOfRef = ($ref: string): string => $ref.replace('#/$defs/', '');

/** What no example knows: the objects that a body names, and the state that they are in. */
const knownFields = (ids: Ids): Record<string, unknown> => ({
  drawing: SAMPLE_DRAWING,
  evidence: ids.evidence_id,
  version: 1,
  signer: { name: 'Ada Rossi', email: 'ada@example.com' },
  level: 'SES',
  code: ids.code,
  otp_code: ids.code,
  token: ids.token,
  email: ids.email,
  sha256: ids.sha256,
  state: ids.state,
});

/** What may be absent, and without which the route does not succeed. */
const NEEDED: Record<string, string[]> = {
  '/v1/signing/finish': ['code'],
  '/v1/signing/verify': ['otp_code'],
  '/v1/webhooks': ['url'],
  '/api/v1/public/webhook-endpoints': ['url'],
};

/** The smallest valid body of a route: its required fields, each with its example. */
export const sampleBody = (route: Route, ids: Ids): Record<string, unknown> | undefined => {
  const schema = bodySchemaOf(route);
  if (!schema?.properties) return schema ? {} : undefined;
  const known = knownFields(ids);
  return Object.fromEntries(
    [...(schema.required ?? []), ...(NEEDED[route.path] ?? [])].map((name) => [
      name,
      known[name] ?? sampleValue(schema.properties![name]!),
    ]),
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
export const listMalformedBodies = (route: Route, count: number): string[] => {
  const valid = sampleBody(route, MISSING_IDS) ?? {};
  const properties = bodySchemaOf(route)?.properties ?? {};
  const fields = Object.keys(properties);
  const withField = (name: string, raw: string) => {
    const { [name]: _, ...rest } = valid;
    return `{${[...Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`), `${JSON.stringify(name)}:${raw}`].join(',')}}`;
  };
  const bodies = [
    ...WRONG_TOPS,
    ...UNKNOWN_FIELDS.map((name) => withField(name, '1')),
    ...fields.flatMap((name) => listWrongValues(properties[name]!).map((raw) => withField(name, raw))),
  ];
  for (let index = 0; bodies.length < count; index++) bodies.push(withField(`unknown_${index}`, '"x"'));
  return bodies;
};

/** What would end a text in SQL, of each kind that there is. */
export const QUOTES = `' " $$ \\' -- ; ) /*`;

/** Valid bodies but for one field each, which is a text with quotes. */
export const listQuotedBodies = (route: Route, ids: Ids): string[] =>
  Object.keys(bodySchemaOf(route)?.properties ?? {}).map((name) =>
    JSON.stringify({ ...sampleBody(route, ids), [name]: QUOTES }),
  );

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

/** A map of names may be empty; an object with fields of its own may not. */
const listWrongValues = ({ propertyNames, properties, required = [] }: JsonSchema): string[] => {
  const takesNothing = propertyNames !== undefined || (properties !== undefined && required.length === 0);
  return WRONG_VALUES.filter((raw) => !takesNothing || raw !== '{}');
};

// No field of any body takes one of these, but for an object that needs no field.
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

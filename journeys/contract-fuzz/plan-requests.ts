import fc, { type Arbitrary } from 'fast-check';
import {
  HOSTILE_JSON,
  HOSTILE_NAMES,
  HOSTILE_QUERIES,
  HOSTILE_SEGMENTS,
  HOSTILE_TEXTS,
} from '../requests/hostile-values.ts';
import { OPERATIONS, type Operation, type Schema } from '../requests/operations.ts';
import { damageJson } from '../requests/positions.ts';
import type { SentRequest } from '../requests/send-request.ts';
import { arbitraryOfSchema } from './arbitrary-of-schema.ts';
import { planHeaders } from './plan-headers.ts';
import { SAMPLE_PHOTO } from '../requests/sample-body.ts';

/** A request as data: sending fills in placeholders such as `{{own.session_id}}`. */
export type Plan = Omit<SentRequest, 'announcedBytes'> & {
  name: string;
  /** The choice among known things: 0 the newest, 1 the oldest. */
  pick: number;
  /** True if it is sent a second time while the first is under way. */
  twice: boolean;
};

// Plans made at a time; a seed's plans are the same however many follow.
const CHUNK = 500;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

export function* planRequests(seed: number, count: number): Generator<Plan> {
  const plans = fc.oneof(...OPERATIONS.map(planOf));
  for (let done = 0; done < count; done += CHUNK) {
    const chunk = fc.sample(plans, { seed: seed + done, numRuns: CHUNK });
    yield* chunk.slice(0, count - done);
  }
}

const planOf = (operation: Operation): Arbitrary<Plan> =>
  fc
    .record({
      method: mostly(operation.method, fc.constantFrom(...METHODS)),
      path: planPath(operation.path),
      query: planQuery(operation.query),
      headers: planHeaders(operation),
      body: planBody(operation),
      pick: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      twice: mostly(false, fc.constant(true)),
    })
    .map(({ path, query, ...rest }) => ({
      name: operation.name,
      ...rest,
      path: query ? `${path}?${query}` : path,
    }));

const mostly = <Value>(value: Value, rarely: Arbitrary<Value>): Arbitrary<Value> =>
  fc.oneof({ arbitrary: fc.constant(value), weight: 20 }, { arbitrary: rarely, weight: 1 });

const planPath = (path: string): Arbitrary<string> =>
  fc
    .tuple(
      ...path
        .split('/')
        .map((part) => (part.startsWith(':') ? planSegment(part.slice(1)) : fc.constant(part))),
    )
    .map((parts) => parts.join('/'));

const planSegment = (name: string): Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constant(`{{own.${name}}}`), weight: 24 },
    { arbitrary: fc.constantFrom(`{{other.${name}}}`, `{{mixed.${name}}}`, `{{gone.${name}}}`), weight: 3 },
    { arbitrary: fc.constantFrom(...HOSTILE_SEGMENTS), weight: 1 },
  );

const planQuery = (schema: Schema | undefined): Arbitrary<string> => {
  const valid = schema ? planParameters(schema) : fc.constant({});
  const hostile = fc.oneof(
    { arbitrary: fc.constant(''), weight: 10 },
    { arbitrary: fc.constantFrom(...HOSTILE_QUERIES), weight: 1 },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom(...HOSTILE_NAMES, ...Object.keys(schema?.properties ?? {})),
          fc.constantFrom(...HOSTILE_TEXTS),
        )
        .map(([name, text]) => `${encode(name)}=${encode(text)}`),
      weight: 1,
    },
  );
  return fc
    .tuple(valid, hostile)
    .map(([query, more]) => [...listPairs(query), more].filter(Boolean).join('&'));
};

// Two parameters at most: with each more the list finds less.
const planParameters = (schema: Schema): Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      arbitraryOfSchema({ ...schema, required: Object.keys(schema.properties ?? {}) }) as Arbitrary<
        Record<string, unknown>
      >,
      fc.shuffledSubarray(Object.keys(schema.properties ?? {}), {
        maxLength: Math.min(2, Object.keys(schema.properties ?? {}).length),
      }),
    )
    .map(([values, names]) => Object.fromEntries(names.map((name) => [name, values[name]])));

const listPairs = (query: Record<string, unknown>): string[] =>
  Object.entries(query).flatMap(([name, value]) => {
    // A pull that waits would hold up all requests after it.
    if (name === 'wait') return ['wait=0'];
    if (typeof value !== 'object' || value === null) return [`${name}=${encode(String(value))}`];
    return Object.entries(value).map(([key, each]) => `${name}[${encode(key)}]=${encode(String(each))}`);
  });

// A placeholder stays as it is.
const encode = (text: string): string =>
  text.startsWith('{{') ? text : encodeURIComponent(text.toWellFormed());

const planBody = ({ content, body }: Operation): Arbitrary<Plan['body']> => {
  if (content === 'none') return mostly<Plan['body']>(null, fc.constant('{}'));
  if (content !== 'json') return planContent(content);
  const valid = body ? arbitraryOfSchema(body) : fc.constant({});
  const damage = fc.record({
    kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'double', 'cut', 'wrap'),
    position: fc.nat({ max: 1_000 }),
    raw: fc.constantFrom(...HOSTILE_JSON),
    key: fc.constantFrom(...HOSTILE_NAMES),
  } as const);
  return fc.oneof(
    { arbitrary: valid.map((value) => JSON.stringify(value)), weight: 14 },
    { arbitrary: fc.tuple(valid, damage).map(([value, wrong]) => damageJson(value, wrong)), weight: 6 },
    { arbitrary: fc.constantFrom(...HOSTILE_JSON), weight: 1 },
    { arbitrary: fc.constantFrom(null, `{"notes":"${'x'.repeat(300_000)}"}`), weight: 1 },
  );
};

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const WEBP = Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 ', 'latin1');

/** A body is a photo, whole, cut off, with wrong bytes or empty; or the few bytes of an upload. */
const planContent = (content: 'photo' | 'bytes'): Arbitrary<Buffer> => {
  if (content === 'bytes')
    return fc.constantFrom('abcd', 'e', '', 'abcdefghi').map((text) => Buffer.from(text));
  return fc.oneof(
    { arbitrary: fc.constant(SAMPLE_PHOTO), weight: 6 },
    {
      arbitrary: fc.nat({ max: SAMPLE_PHOTO.length }).map((size) => SAMPLE_PHOTO.subarray(0, size)),
      weight: 1,
    },
    {
      arbitrary: fc
        .array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 })
        .map(withBytes),
      weight: 2,
    },
    { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
    { arbitrary: fc.constantFrom(PNG, WEBP, Buffer.from('GIF89a')), weight: 1 },
  );
};

const withBytes = (changes: [number, number][]): Buffer => {
  const photo = Buffer.from(SAMPLE_PHOTO);
  for (const [place, byte] of changes) photo[place % photo.length] = byte;
  return photo;
};

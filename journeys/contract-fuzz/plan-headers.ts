import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '../requests/operations.ts';
import type { Plan } from './plan-requests.ts';

type Headers = Plan['headers'];

const RIGHT_TOKEN: Record<Operation['auth'], string | null> = {
  credential: '{{key.full}}',
  field_session: '{{own.field_token}}',
  signing_link: '{{own.signing_link}}',
  signing_session: '{{own.signing_session}}',
  reading_session: '{{own.reading_session}}',
  none: null,
};

const TOKENS = [
  '{{key.full}}',
  '{{key.narrow}}',
  '{{key.revoked}}',
  '{{key.unknown}}',
  '{{own.field_token}}',
  '{{mixed.field_token}}',
  '{{own.signing_link}}',
  '{{mixed.signing_session}}',
  '{{own.token}}',
  'A'.repeat(43),
  'x'.repeat(4_000),
];

const AUTHORIZATIONS = [
  'Bearer',
  'Bearer  ',
  'Basic YTpi',
  'bearer {{key.full}}',
  'Bearer {{key.full}}, Bearer x',
  '\u00ff',
];

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'application/json;;',
  'multipart/form-data',
  'image/gif',
  'application/json, image/jpeg',
  '\u00ff/\u00ff',
];

const RIGHT_TYPES: Record<Operation['content'], string[]> = {
  json: ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'],
  photo: ['image/jpeg', 'image/jpeg', 'image/jpeg', 'image/png', 'image/webp'],
  bytes: ['application/offset+octet-stream'],
  none: [],
};

/** Mostly the right headers, sometimes others, now and then an Idempotency-Key that was used before. */
export const planHeaders = (operation: Operation): Arbitrary<Headers> =>
  fc
    .tuple(
      planAuthorization(operation),
      planContentType(operation),
      planKey(),
      planMore(),
      operation.upload ? planUploadHeaders() : fc.constant({}),
    )
    .map((parts) => Object.assign({ 'user-agent': 'fuzz' }, ...parts) as Headers);

const planAuthorization = ({ auth }: Operation): Arbitrary<Headers> => {
  const right = RIGHT_TOKEN[auth];
  return fc.oneof(
    { arbitrary: fc.constant<Headers>(right ? { authorization: `Bearer ${right}` } : {}), weight: 20 },
    {
      arbitrary: fc.constantFrom(...TOKENS).map((token): Headers => ({ authorization: `Bearer ${token}` })),
      weight: 2,
    },
    {
      arbitrary: fc.constantFrom(...AUTHORIZATIONS).map((authorization): Headers => ({ authorization })),
      weight: 1,
    },
    { arbitrary: fc.constant<Headers>({}), weight: 1 },
  );
};

const planContentType = ({ content }: Operation): Arbitrary<Headers> => {
  const right = RIGHT_TYPES[content].map((type): Headers => ({ 'content-type': type }));
  return fc.oneof(
    { arbitrary: right.length > 0 ? fc.constantFrom(...right) : fc.constant<Headers>({}), weight: 20 },
    {
      arbitrary: fc.constantFrom(...CONTENT_TYPES).map((type): Headers => ({ 'content-type': type })),
      weight: 1,
    },
    { arbitrary: fc.constant<Headers>({}), weight: 1 },
  );
};

const planKey = (): Arbitrary<Headers> =>
  fc.oneof(
    { arbitrary: fc.constant<Headers>({}), weight: 6 },
    { arbitrary: fc.uuid().map((key): Headers => ({ 'idempotency-key': key })), weight: 2 },
    {
      arbitrary: fc.nat({ max: 20 }).map((key): Headers => ({ 'idempotency-key': `again ${key}` })),
      weight: 2,
    },
    {
      arbitrary: fc
        .constantFrom('', 'x'.repeat(300), '\u00e9', '__proto__')
        .map((key): Headers => ({ 'idempotency-key': key })),
      weight: 1,
    },
  );

const planMore = (): Arbitrary<Headers> =>
  fc.oneof(
    { arbitrary: fc.constant<Headers>({}), weight: 20 },
    {
      arbitrary: fc.constantFrom<Headers>(
        { 'content-encoding': 'gzip' },
        { range: 'bytes=0-3' },
        { range: 'bytes=9999999-' },
        { range: 'bytes=-0,abc' },
        { 'if-none-match': '*' },
        { 'if-none-match': '"x", W/"y"' },
        { accept: 'text/html' },
        { 'accept-language': 'xx-\u00ff;q=9' },
        { 'x-http-method-override': 'DELETE' },
        { 'x-forwarded-for': '\u00ff, ::1' },
        { 'request-id': 'x'.repeat(500) },
        { 'x-join-otp': '000000' },
        { 'x-join-otp': '\u00ff' },
        { origin: 'null', 'access-control-request-method': 'POST' },
        { 'repr-digest': 'sha-256=:x:', 'content-digest': 'sha-256=:AAAA:' },
      ),
      weight: 2,
    },
  );

const rightOr = (right: string, ...wrong: string[]): Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constant(right), weight: 12 },
    { arbitrary: fc.constantFrom(...wrong), weight: 1 },
  );

const planUploadHeaders = (): Arbitrary<Headers> =>
  fc.record({
    'tus-resumable': rightOr('1.0.0', '0.1.0', ''),
    'upload-length': rightOr('8', '4', '0', '-1', '1e3', '99999999999999999999'),
    'upload-offset': fc.constantFrom('0', '0', '0', '4', '-1', 'x', '9007199254740993'),
    'upload-metadata': rightOr(
      'filetype aW1hZ2UvanBlZw==',
      'filetype aW1hZ2UvanBlZw==,filename AAAA',
      'filetype',
      'filetype %%%,filetype x',
      '__proto__ aW1hZ2U=',
      `filetype ${'A'.repeat(5_000)}`,
    ),
  });

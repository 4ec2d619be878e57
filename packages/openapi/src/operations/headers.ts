export const HEADERS = {
  'Request-Id': {
    description: 'The id of this request; quote it to support',
    required: true,
    schema: { type: 'string', examples: ['req_019a9f6e3c0a7bd28c115d2f0f6d9a01'] },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the current window',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [60] },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [59] },
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in Unix seconds',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [1_795_185_060] },
  },
  RateLimit: {
    description: 'The same window as a structured field (IETF draft-ietf-httpapi-ratelimit-headers)',
    required: true,
    schema: { type: 'string', examples: ['"default";r=59;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'The limits that apply, as a structured field (the same draft)',
    required: true,
    schema: { type: 'string', examples: ['"default";q=60;w=60'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer', minimum: 0, examples: [12] },
  },
  'WWW-Authenticate': {
    description: 'What to authenticate with: `Bearer` for an API key, `Join-OTP` for a one-time code',
    required: true,
    schema: { type: 'string', examples: ['Bearer'] },
  },
  'Idempotency-Key': {
    description: "The request's key, when it had one",
    schema: { type: 'string', examples: ['5b0c6b0e-3d1f-4f1e-9a56-0d2c3e5f7a11'] },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the kept reply of an earlier request with the same key',
    schema: { type: 'string', const: 'true' },
  },
  ETag: {
    description:
      'Of the state or the file that the reply shows: send it back as `If-Match` with a change, as `If-None-Match` with a download. A file that is made anew for each call has none',
    schema: { type: 'string', examples: ['"3"'] },
  },
  Location: {
    description: 'The address of the upload, where the bytes go; of a redirect, where they are',
    required: true,
    schema: {
      type: 'string',
      format: 'uri',
      examples: ['https://example.com/v1/field/uploads/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01'],
    },
  },
  'Tus-Resumable': {
    description: 'The version of tus',
    required: true,
    schema: { type: 'string', const: '1.0.0' },
  },
  'Upload-Offset': {
    description: 'How many bytes have arrived: go on from there',
    schema: { type: 'integer', minimum: 0, examples: [1_048_576] },
  },
  'Upload-Length': {
    description: 'How many bytes there will be; absent while that is not known',
    schema: { type: 'integer', minimum: 0, examples: [2_411_724] },
  },
  'Evidence-Id': {
    description: 'The evidence that what was sent has become, once all bytes have arrived',
    schema: { type: 'string', format: 'uuid', examples: ['019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01'] },
  },
  'Evidence-Status': {
    description: 'How far that evidence is',
    schema: { type: 'string', examples: ['ready'] },
  },
  'Evidence-Sha256': {
    description: 'The hash of the bytes that are kept, in hexadecimal',
    schema: {
      type: 'string',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    },
  },
  'Evidence-Received-Sha256': {
    description: 'The hash of the bytes as they came, in hexadecimal: compare it with your own',
    schema: {
      type: 'string',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    },
  },
  'Evidence-Sequence': {
    description: "Which entry of the session's audit chain says that it was captured",
    schema: { type: 'integer', minimum: 1, examples: [7] },
  },
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745): `@` and Unix seconds',
    required: true,
    schema: { type: 'string', pattern: '^@[0-9]+$', examples: ['@1795132800'] },
  },
  Sunset: {
    description: 'From when on the operation may be gone (RFC 8594): an HTTP date',
    required: true,
    schema: { type: 'string', examples: ['Sat, 20 Nov 2027 00:00:00 GMT'] },
  },
  Link: {
    description: 'Where it says what to use instead: `rel="deprecation"` (RFC 9745)',
    required: true,
    schema: { type: 'string', examples: ['</docs/upgrading>; rel="deprecation"'] },
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

const ON_EVERY_REPLY: HeaderName[] = [
  'Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

export const RECEIPT_HEADERS: HeaderName[] = [
  'Evidence-Id',
  'Evidence-Status',
  'Evidence-Sha256',
  'Evidence-Sequence',
];

export const DEPRECATION_HEADERS: HeaderName[] = ['Deprecation', 'Sunset', 'Link'];

export const headerRefs = (more: readonly HeaderName[] = []): Record<string, { $ref: string }> =>
  Object.fromEntries(
    [...ON_EVERY_REPLY, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

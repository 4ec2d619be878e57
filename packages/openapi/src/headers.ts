/** The headers that replies carry, as `components.headers`. */
export const HEADERS = {
  'Request-Id': {
    description: 'The id of this request; quote it to support',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the current window',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in Unix seconds',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description: 'The same window as a structured field (IETF draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The limits that apply, as a structured field (the same draft)',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotency-Key': {
    description: "The request's key, when it had one",
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the kept reply of an earlier request with the same key',
    schema: { type: 'string', const: 'true' },
  },
} as const;

type HeaderName = keyof typeof HEADERS;

const ON_EVERY_REPLY: HeaderName[] = [
  'Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

/** Pointers to the headers of a reply: those of every reply, and `more`. */
export const headerRefs = (more: readonly HeaderName[] = []): Record<string, { $ref: string }> =>
  Object.fromEntries(
    [...ON_EVERY_REPLY, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

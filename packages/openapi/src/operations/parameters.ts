const EVENT_ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02';

export const PARAMETERS = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'One value per logical operation, a UUID for instance. A retry with it within 24 hours gets the first reply again and changes nothing.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[ -~]+$',
      examples: ['5b0c6b0e-3d1f-4f1e-9a56-0d2c3e5f7a11'],
    },
  },
  'Content-Digest': {
    name: 'Content-Digest',
    in: 'header',
    description: 'The SHA-256 of the body (RFC 9530): the service refuses other bytes than those',
    schema: { type: 'string', examples: ['sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:'] },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'Which bytes are wanted (RFC 9110), one range: the answer is 206',
    schema: { type: 'string', examples: ['bytes=1000-'] },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of what you have: the answer is 304 while it is the same',
    schema: {
      type: 'string',
      examples: ['"44aff4ab2d7c3250525675a08f0cfa9591168cffe51791c5f5bbc417c15a6c38"'],
    },
  },
  'Tus-Resumable': {
    name: 'Tus-Resumable',
    in: 'header',
    required: true,
    description: 'The version of tus that the client speaks',
    schema: { type: 'string', const: '1.0.0' },
  },
  upload_id: {
    name: 'upload_id',
    in: 'path',
    required: true,
    description: 'The end of `Location`; the id of the evidence that the upload becomes',
    schema: { type: 'string', format: 'uuid', examples: [EVENT_ID] },
  },
  'Upload-Length': {
    name: 'Upload-Length',
    in: 'header',
    description: 'How many bytes there will be. Needed for a photo',
    schema: { type: 'integer', minimum: 1, examples: [2_411_724] },
  },
  'Upload-Defer-Length': {
    name: 'Upload-Defer-Length',
    in: 'header',
    description: 'In place of `Upload-Length`, for a recording that still grows',
    schema: { type: 'string', const: '1' },
  },
  'Upload-Metadata': {
    name: 'Upload-Metadata',
    in: 'header',
    required: true,
    description:
      'Pairs of a key and its value in Base64, with commas between. `filetype` is needed; `sha256`, `captured_at`, `slot`, `lat`, `lon`, `accuracy` are taken. The operator of a recording names the `session`.',
    schema: { type: 'string', examples: ['filetype aW1hZ2UvanBlZw==,slot cm9vZg=='] },
  },
  'Upload-Offset': {
    name: 'Upload-Offset',
    in: 'header',
    required: true,
    description: 'Where these bytes begin: how many have arrived',
    schema: { type: 'integer', minimum: 0, examples: [0] },
  },
  'Svc-Signature': {
    name: 'Svc-Signature',
    in: 'header',
    required: true,
    description:
      "`t=…,v1=…`: Unix seconds, and the HMAC-SHA256 in hex of `{t}.{raw body}` under the endpoint's secret. During a rotation there are two `v1`. Refuse a `t` more than 5 minutes away.",
    schema: {
      type: 'string',
      examples: ['t=1795185000,v1=6d5a3c0e8b1f47a29c04d1e6f3b875a2904e7c1d5b8f63a0e2d9c4718f5ab603'],
    },
  },
  'Svc-Event-Id': {
    name: 'Svc-Event-Id',
    in: 'header',
    required: true,
    description: "The event's id, the same on every attempt",
    schema: { type: 'string', format: 'uuid', examples: [EVENT_ID] },
  },
  'Svc-Event-Type': {
    name: 'Svc-Event-Type',
    in: 'header',
    required: true,
    description: "The event's type",
    schema: { type: 'string', examples: ['session.joined'] },
  },
  'Svc-Delivery-Attempt': {
    name: 'Svc-Delivery-Attempt',
    in: 'header',
    required: true,
    description: 'Which attempt this is, from 1',
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: "Standard Webhooks: the event's id",
    schema: { type: 'string', examples: [EVENT_ID] },
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Standard Webhooks: Unix seconds',
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['1795185000'] },
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks: `v1,` and the HMAC-SHA256 in base64 of `{webhook-id}.{webhook-timestamp}.{raw body}`',
    schema: { type: 'string', examples: ['v1,C4hrJ1Pz0m5sX8vQw7yEaBnRkT3uLd2fGoI9pZcVxYU='] },
  },
} as const;

export type ParameterName = keyof typeof PARAMETERS;

export const parameterRef = (name: ParameterName): { $ref: string } => ({
  $ref: `#/components/parameters/${name}`,
});

const EVENT_ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02';

/** The headers that requests of either direction carry, as `components.parameters`. */
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

/** A pointer to one of the parameters. */
export const parameterRef = (name: keyof typeof PARAMETERS): { $ref: string } => ({
  $ref: `#/components/parameters/${name}`,
});

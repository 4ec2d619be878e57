/** The headers that requests of either direction carry, as `components.parameters`. */
export const PARAMETERS = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'One value per logical operation, a UUID for instance. A retry with it within 24 hours gets the first reply again and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  'Svc-Signature': {
    name: 'Svc-Signature',
    in: 'header',
    required: true,
    description:
      "`t=…,v1=…`: Unix seconds, and the HMAC-SHA256 in hex of `{t}.{raw body}` under the endpoint's secret. During a rotation there are two `v1`. Refuse a `t` more than 5 minutes away.",
    schema: { type: 'string' },
  },
  'Svc-Event-Id': {
    name: 'Svc-Event-Id',
    in: 'header',
    required: true,
    description: "The event's id, the same on every attempt",
    schema: { type: 'string', format: 'uuid' },
  },
  'Svc-Event-Type': {
    name: 'Svc-Event-Type',
    in: 'header',
    required: true,
    description: "The event's type",
    schema: { type: 'string' },
  },
  'Svc-Delivery-Attempt': {
    name: 'Svc-Delivery-Attempt',
    in: 'header',
    required: true,
    description: 'Which attempt this is, from 1',
    schema: { type: 'integer', minimum: 1 },
  },
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: "Standard Webhooks: the event's id",
    schema: { type: 'string' },
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Standard Webhooks: Unix seconds',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks: `v1,` and the HMAC-SHA256 in base64 of `{webhook-id}.{webhook-timestamp}.{raw body}`',
    schema: { type: 'string' },
  },
} as const;

/** A pointer to one of the parameters. */
export const parameterRef = (name: keyof typeof PARAMETERS): { $ref: string } => ({
  $ref: `#/components/parameters/${name}`,
});

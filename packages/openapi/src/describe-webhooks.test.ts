import { EMITTED_EVENT_TYPES } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { describeWebhooks } from './describe-webhooks.ts';
import type { NamedSchemas } from './json-schema.ts';

test('there is a webhook for every emitted type, with the body that is sent', () => {
  const schemas: NamedSchemas = new Map();
  const webhooks = describeWebhooks(schemas);
  expect(Object.keys(webhooks)).toEqual([...EMITTED_EVENT_TYPES]);
  expect(webhooks['session.joined']).toMatchObject({
    post: {
      operationId: 'onSessionJoined',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/SessionJoinedEvent' } } },
      },
    },
  });
  expect([...schemas.keys()]).toEqual(expect.arrayContaining(['SessionJoinedEvent', 'PingEvent', 'Invite']));
});

test('a delivery is signed in both ways, and takes no idempotency key', () => {
  const { parameters } = describeWebhooks(new Map())['ping']?.['post'] as { parameters: { $ref: string }[] };
  expect(parameters.map(({ $ref }) => $ref.replace('#/components/parameters/', ''))).toEqual([
    'Svc-Signature',
    'Svc-Event-Id',
    'Svc-Event-Type',
    'Svc-Delivery-Attempt',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
});

import { EMITTED_EVENT_TYPES } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { openComponents } from '../schemas/components.ts';
import { describeWebhooks } from './describe-webhooks.ts';

test('there is a webhook for every emitted type, with the body that is sent', () => {
  const components = openComponents();
  const webhooks = describeWebhooks(components);
  expect(Object.keys(webhooks)).toEqual([...EMITTED_EVENT_TYPES]);
  expect(webhooks['session.joined']).toMatchObject({
    post: {
      operationId: 'onSessionJoined',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/SessionJoinedEvent' },
            examples: { SessionJoinedEvent: { $ref: '#/components/examples/SessionJoinedEvent' } },
          },
        },
      },
    },
  });
  expect([...components.schemas.keys()]).toEqual(
    expect.arrayContaining(['SessionJoinedEvent', 'PingEvent', 'InviteNotice']),
  );
});

test('a delivery is signed in both ways, and takes no idempotency key', () => {
  const { parameters } = describeWebhooks(openComponents())['ping']?.['post'] as {
    parameters: { $ref: string }[];
  };
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

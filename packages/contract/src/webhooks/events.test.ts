import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  describeSubscribable,
  EMITTED_EVENT_TYPES,
  EVENT_DATA,
  EVENTS,
  listUnsent,
  SUBSCRIBABLE_EVENT_TYPES,
  SubscribableEventType,
  CallbackEventType,
  ENDPOINT_EVENT_TYPES,
  webhookEventSchemas,
} from './events.ts';
import { CreateWebhookEndpointBody } from './webhook-endpoints.ts';

const OF_A_SESSION = [
  'session.created',
  'session.joined',
  'session.evidence.captured',
  'session.signed',
  'session.anchored',
  'session.completed',
];

test('the six types of a session and evidence.created can be subscribed to', () => {
  expect(SUBSCRIBABLE_EVENT_TYPES).toEqual(expect.arrayContaining([...OF_A_SESSION, 'evidence.created']));
  expect(new Set(SUBSCRIBABLE_EVENT_TYPES).size).toBe(SUBSCRIBABLE_EVENT_TYPES.length);
});

test('what is emitted can be subscribed to, but for the ping, which every endpoint gets', () => {
  const deaf = EMITTED_EVENT_TYPES.filter((type) => !SubscribableEventType.safeParse(type).success);
  expect(deaf).toEqual(['ping']);
});

test('what subscribes says of each type that nothing sends yet that it is not sent', () => {
  expect(SubscribableEventType.meta()?.description).toBe(describeSubscribable(listUnsent(EVENTS)));
  const unsent = listUnsent({ 'session.created': { data: {} }, 'session.moved': { data: null } });
  expect(unsent).toEqual(['session.moved']);
  expect(describeSubscribable(unsent)).toBe(
    'A type of event that an endpoint can subscribe to; not sent yet: session.moved',
  );
});

test('every type is sent or said to be unsent, never both', () => {
  const unsent = listUnsent(EVENTS);
  expect([...EMITTED_EVENT_TYPES, ...unsent].toSorted()).toEqual(Object.keys(EVENTS).toSorted());
});

test('what tells of an endpoint can be subscribed to, and a callback can get all but that', () => {
  expect(SUBSCRIBABLE_EVENT_TYPES).toEqual(expect.arrayContaining([...ENDPOINT_EVENT_TYPES]));
  const refused = SUBSCRIBABLE_EVENT_TYPES.filter((type) => !CallbackEventType.safeParse(type).success);
  expect(refused).toEqual(ENDPOINT_EVENT_TYPES);
});

test('that a photo comes as two types is said by both, and where one subscribes', () => {
  expect(webhookEventSchemas['evidence.created'].meta()?.description).toContain('session.evidence.captured');
  expect(webhookEventSchemas['session.evidence.captured'].meta()?.description).toContain('evidence.created');
  const { description } = CreateWebhookEndpointBody.shape.event_types.unwrap().meta() ?? {};
  expect(description).toMatch(/comes twice, as `evidence.created` and as `session.evidence.captured`/);
});

test('every emitted type has its data and its body', () => {
  expect(Object.keys(EVENT_DATA)).toEqual([...EMITTED_EVENT_TYPES]);
  expect(Object.keys(webhookEventSchemas)).toEqual([...EMITTED_EVENT_TYPES]);
});

describe.each(EMITTED_EVENT_TYPES)('the body of %s', (type) => {
  const body: z.ZodObject = webhookEventSchemas[type];

  test('is named after its type, and described', () => {
    expect(body.meta()?.id?.toLowerCase()).toBe(`${type.replaceAll('.', '')}event`);
    expect(body.meta()?.description).toMatch(/\w/);
  });

  test('has the envelope, in its order', () => {
    expect(Object.keys(body.shape)).toEqual([
      'id',
      'type',
      'created_at',
      'api_version',
      'organisation_id',
      'endpoint',
      'sequence',
      'test',
      'data',
    ]);
  });

  test('shows no token, no code and no secret', () => {
    const names = JSON.stringify(z.toJSONSchema(body, { io: 'output' })).match(/"[a-z_]+":/g) ?? [];
    expect(names.filter((name) => /token|otp_code|secret|join_url/.test(name))).toEqual([]);
  });
});

describe('a ping', () => {
  const ping = {
    id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
    type: 'ping',
    created_at: '2026-11-20T14:30:00.000Z',
    api_version: 'v1',
    organisation_id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
    endpoint: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a03',
    sequence: 1,
    data: {},
  };

  test('is itself and no other type', () => {
    expect(webhookEventSchemas.ping.parse(ping)).toEqual(ping);
    expect(webhookEventSchemas['session.created'].safeParse(ping).success).toBe(false);
  });

  test('carries no data: it comes before the receiver knows the secret', () => {
    expect(webhookEventSchemas.ping.parse({ ...ping, data: { session: 'x' } }).data).toEqual({});
  });

  test('counts in whole numbers', () => {
    expect(webhookEventSchemas.ping.safeParse({ ...ping, sequence: 1.5 }).success).toBe(false);
  });
});

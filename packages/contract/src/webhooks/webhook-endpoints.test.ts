import { describe, expect, test } from 'vitest';
import { SUBSCRIBABLE_EVENT_TYPES } from './events.ts';
import {
  CreateWebhookEndpointBody,
  RecoverDeliveriesBody,
  TestWebhookEndpointBody,
  UpdateWebhookEndpointBody,
  webhookEndpoints,
  WebhookEndpointWithSecret,
} from './webhook-endpoints.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';
import { pullQuery } from './webhook-pull.ts';

const url = 'https://example.com/hooks';

describe('the body that creates an endpoint', () => {
  test('needs a url and nothing else', () => {
    expect(CreateWebhookEndpointBody.parse({ url })).toEqual({ url });
    expect(CreateWebhookEndpointBody.safeParse({}).success).toBe(false);
    expect(CreateWebhookEndpointBody.safeParse({ url: '' }).success).toBe(false);
  });

  test('needs no url for kind pull, takes none, and says which of the two is wrong', () => {
    expect(CreateWebhookEndpointBody.safeParse({ kind: 'pull' }).success).toBe(true);
    expect(CreateWebhookEndpointBody.safeParse({ kind: 'push', url }).success).toBe(true);
    const refuse = (body: object) => CreateWebhookEndpointBody.safeParse(body).error?.issues;
    expect(refuse({ kind: 'push' })).toMatchObject([
      { path: ['url'], message: 'is needed, but for kind pull, which has none' },
    ]);
    expect(refuse({ kind: 'pull', url })).toMatchObject([
      {
        path: ['url'],
        message: 'belongs to kind push: an endpoint of kind pull has none, so leave it out',
      },
    ]);
  });

  test('takes every type that can be subscribed to, and an empty list', () => {
    expect(
      CreateWebhookEndpointBody.safeParse({ url, event_types: [...SUBSCRIBABLE_EVENT_TYPES] }).success,
    ).toBe(true);
    expect(CreateWebhookEndpointBody.safeParse({ url, event_types: [] }).success).toBe(true);
  });

  test.each(['session.unknown', 'ping', '', '*', 'SESSION.CREATED'])(
    'refuses the type %j, and says where',
    (type) => {
      const { error } = CreateWebhookEndpointBody.safeParse({ url, event_types: ['session.created', type] });
      expect(error?.issues.map(({ path }) => path)).toEqual([['event_types', 1]]);
    },
  );

  test('can not set what the service sets', () => {
    expect(CreateWebhookEndpointBody.safeParse({ url, signing_secret: 'whsec_mine' }).success).toBe(false);
    expect(CreateWebhookEndpointBody.safeParse({ url, active: false }).success).toBe(false);
  });
});

test('a change takes what creation takes but for the kind, all optional, with active and rotate_secret', () => {
  const [, ...created] = Object.keys(CreateWebhookEndpointBody.shape);
  expect(Object.keys(UpdateWebhookEndpointBody.shape)).toEqual([...created, 'active', 'rotate_secret']);
  expect(UpdateWebhookEndpointBody.parse({})).toEqual({});
  expect(UpdateWebhookEndpointBody.safeParse({ rotate_secret: 'true' }).success).toBe(false);
});

describe('the secret', () => {
  const endpoint = {
    id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
    kind: 'push',
    url,
    description: '',
    event_types: [],
    active: true,
    paused_reason: null,
    paused_at: null,
    created_at: '2026-11-20T14:30:00.000Z',
  };
  const withSecret = { ...endpoint, signing_secret: 'whsec_c2VjcmV0' };

  test('is dropped wherever an endpoint is read', () => {
    expect(WebhookEndpoint.parse(withSecret)).toEqual(endpoint);
    expect(webhookEndpoints.get.responses[200]).toBe(WebhookEndpoint);
    expect(webhookEndpoints.list.responses[200].shape.data.element).toBe(WebhookEndpoint);
  });

  test('is there after creation', () => {
    expect(WebhookEndpointWithSecret.parse(withSecret)).toEqual(withSecret);
    expect(WebhookEndpointWithSecret.safeParse(endpoint).success).toBe(false);
    expect(webhookEndpoints.create.responses[201]).toBe(WebhookEndpointWithSecret);
  });

  test('is there after a change exactly when it was rotated', () => {
    const changed = webhookEndpoints.update.responses[200];
    expect(changed.parse(withSecret)).toEqual(withSecret);
    expect(changed.parse(endpoint)).toEqual(endpoint);
  });
});

test('a test delivery to a paused endpoint is a conflict', () => {
  expect(webhookEndpoints.test.metadata.errors).toContain('endpoint_paused');
});

test('a test fire may name any type that is sent, or none', () => {
  expect(TestWebhookEndpointBody.parse({})).toEqual({});
  expect(TestWebhookEndpointBody.safeParse({ event_type: 'ping' }).success).toBe(true);
  expect(TestWebhookEndpointBody.safeParse({ event_type: 'session.joined' }).success).toBe(true);
  expect(TestWebhookEndpointBody.safeParse({ event_type: 'session.unknown' }).success).toBe(false);
});

test('a read waits 20 seconds at most, and not at all unless it says so', () => {
  expect(pullQuery.parse({})).toEqual({ limit: 25, wait: 0 });
  expect(pullQuery.parse({ wait: '20', after_sequence: '7' })).toMatchObject({ wait: 20, after_sequence: 7 });
  for (const wait of ['21', '-1', '1.5', '']) expect(pullQuery.safeParse({ wait }).success).toBe(false);
});

test('a recovery needs a time from which on, and a paused endpoint is a conflict', () => {
  const since = '2026-11-20T14:30:00+01:00';
  expect(RecoverDeliveriesBody.parse({ since })).toEqual({ since });
  expect(RecoverDeliveriesBody.safeParse({}).success).toBe(false);
  expect(RecoverDeliveriesBody.safeParse({ since: 'yesterday' }).success).toBe(false);
  expect(webhookEndpoints.recover.metadata.errors).toContain('endpoint_paused');
});

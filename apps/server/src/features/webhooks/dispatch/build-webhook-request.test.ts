import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildWebhookRequest, type SentEvent } from './build-webhook-request.ts';

const event: SentEvent = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  type: 'session.created',
  createdAt: new Date('2026-11-20T14:30:00.120Z'),
  organisationId: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
  endpointId: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a03',
  sequence: 7,
  isTest: false,
  dataText: '{"id":"s1","notes":"è \\"quoted\\""}',
};

describe('buildWebhookRequest', () => {
  test('the body has these fields in this order', () => {
    const { body } = buildWebhookRequest('https://example.com/hooks', event);
    expect(body).toBe(
      '{"id":"019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01","type":"session.created",' +
        '"created_at":"2026-11-20T14:30:00.120Z","api_version":"v1",' +
        '"organisation_id":"019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02",' +
        '"endpoint":"019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a03","sequence":7,' +
        '"data":{"id":"s1","notes":"è \\"quoted\\""}}',
    );
  });

  test('any data arrives as JSON.stringify of the whole event writes it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        const { body } = buildWebhookRequest('https://example.com', {
          ...event,
          isTest: false,
          dataText: JSON.stringify(data),
        });
        const parsed = JSON.parse(body) as { data: unknown };
        expect(parsed.data).toEqual(JSON.parse(JSON.stringify(data)));
        expect(JSON.stringify(parsed)).toBe(body);
      }),
    );
  });

  test('it is a JSON POST that names the event, and is not signed', () => {
    const request = buildWebhookRequest('https://example.com/hooks?tenant=1', event);
    expect(request).toMatchObject({ url: 'https://example.com/hooks?tenant=1', method: 'POST' });
    expect(request.headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Field-Inspection-Webhooks/1',
      'Svc-Event-Id': event.id,
      'Svc-Event-Type': 'session.created',
    });
  });
});

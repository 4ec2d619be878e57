import { describe, expect, test } from 'vitest';
import { CallbackEventType } from '../webhooks/events.ts';
import { CreateInspectionBody, CreateInspectionsBody, ListInspectionsQuery } from './inspections.ts';

const URL = 'https://example.com/hooks';
const pathsOf = (body: unknown) =>
  CreateInspectionBody.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the body that creates an inspection', () => {
  test('takes a whole one', () => {
    const body = {
      type: 'property_claim',
      reference: 'CLM-1',
      notes: 'Roof',
      locale: 'de',
      campaign: null,
      scheduled_for: '2030-01-01T09:00:00.000Z',
      participant: { name: 'Ada Rossi', channel: 'sms', phone: '+393331234567' },
      callbacks: { 'session.completed': URL },
    };
    expect(CreateInspectionBody.parse(body)).toEqual(body);
  });

  test.each(CallbackEventType.options)('takes a callback for %s', (type) => {
    expect(pathsOf({ callbacks: { [type]: URL } })).toEqual([]);
  });

  test.each([
    ['no URL', { callbacks: { 'session.joined': '' } }, 'callbacks.session.joined'],
    ['a list of URLs', { callbacks: { 'session.joined': [URL] } }, 'callbacks.session.joined'],
    ['a type of 201 characters', { type: 'x'.repeat(201) }, 'type'],
    ['a reference of 201 characters', { reference: 'x'.repeat(201) }, 'reference'],
    ['an address of 301 characters', { site_address: 'x'.repeat(301) }, 'site_address'],
    ['a participant without a channel', { participant: { name: 'Ada' } }, 'participant.channel'],
  ])('refuses %s by name', (_, body, path) => {
    expect(pathsOf(body)).toEqual([path]);
  });

  test.each(['session.lost', 'ping', ''])(
    'names a type of event that no one can subscribe to: %j',
    (type) => {
      const { error } = CreateInspectionBody.safeParse({ callbacks: { [type]: URL } });
      expect(error?.issues).toMatchObject([{ path: ['callbacks'], keys: [type] }]);
    },
  );

  test('names an unknown field of the participant', () => {
    const { error } = CreateInspectionBody.safeParse({ participant: { channel: 'sms', fax: '1' } });
    expect(error?.issues).toMatchObject([{ path: ['participant'], keys: ['fax'] }]);
  });
});

test('the body that creates many takes 1 to 100, and names what is wrong by its row', () => {
  const many = (count: number) => ({ sessions: Array.from({ length: count }, () => ({})) });
  const isTaken = (count: number) => CreateInspectionsBody.safeParse(many(count)).success;
  expect([0, 1, 100, 101].map(isTaken)).toEqual([false, true, true, false]);
  const { error } = CreateInspectionsBody.safeParse({ sessions: [{}, { notes: 1 }] });
  expect(error?.issues).toMatchObject([{ path: ['sessions', 1, 'notes'] }]);
});

test.each(['created', 'open', 'closed'])(
  'the list is not filtered by %s, a state of the other family',
  (status) => {
    expect(ListInspectionsQuery.safeParse({ status }).success).toBe(false);
  },
);

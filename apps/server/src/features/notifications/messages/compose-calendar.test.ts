import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { composeCalendar, type CalendarEntry } from './compose-calendar.ts';

const entry: CalendarEntry = {
  method: 'PUBLISH',
  organizer: 'no-reply@inspect.example',
  uid: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01@inspect.example',
  sequence: 3,
  writtenAt: new Date('2026-11-25T12:00:00.123Z'),
  startsAt: new Date('2027-03-28T01:30:00Z'),
  summary: 'Acme lädt Sie zu einer Ferninspektion ein',
  description: 'Termin: Sonntag, 28. März 2027 um 03:30 UTC+02:00 (Europe/Rome)',
};
const parse = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const events = calendar.getAllSubcomponents('vevent');
  return { calendar, events, event: new ICAL.Event(events[0]!) };
};

test('another library reads back what was written', () => {
  const { calendar, events, event } = parse(composeCalendar(entry));
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(events).toHaveLength(1);
  expect([event.uid, event.sequence, event.summary, event.description]).toEqual([
    entry.uid,
    3,
    entry.summary,
    entry.description,
  ]);
  expect(event.startDate.toJSDate()).toEqual(entry.startsAt);
  expect(event.endDate.toJSDate()).toEqual(new Date('2027-03-28T02:30:00Z'));
});

test.each([
  '2026-10-24T08:00:00Z',
  '2026-10-25T00:59:59Z',
  '2026-10-25T01:00:00Z',
  '2027-03-28T00:59:59Z',
  '2027-03-28T01:00:00Z',
  '2028-02-29T23:30:00Z',
])('says the instant %s itself, on whichever side of a change of summer time', (at) => {
  const { event } = parse(composeCalendar({ ...entry, startsAt: new Date(at) }));
  expect(event.startDate.toJSDate()).toEqual(new Date(at));
  expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
});

test.each([
  'a\r\nATTENDEE:mailto:eve@evil.example',
  'a\nEND:VEVENT\nBEGIN:VEVENT',
  'a\rX:1',
  'a\u2028X:1',
  'a;b,c\\d\\n:e"f',
  'ä'.repeat(200),
  '👷'.repeat(100),
  'x'.repeat(300),
  '',
])('%j is a text, whatever is in it, and no line is longer than 75 octets', (text) => {
  const written = composeCalendar({ ...entry, summary: text, description: text });
  const { events, event } = parse(written);
  expect(events).toHaveLength(1);
  expect(event.attendees).toEqual([]);
  expect(event.summary).toBe(text.replaceAll(/\r\n|[\r\u2028]/g, '\n'));
  expect(event.description).toBe(event.summary);
  for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

// RFC 5546, section 3.2.1 for PUBLISH, 3.2.5 for CANCEL.
test.each([
  [
    'PUBLISH',
    { once: ['dtstamp', 'dtstart', 'organizer', 'summary', 'uid'], never: ['attendee', 'request-status'] },
  ],
  ['CANCEL', { once: ['dtstamp', 'organizer', 'sequence', 'uid'], never: ['request-status'] }],
] as const)('%s has what RFC 5546 asks for, and nothing that it forbids', (method, { once, never }) => {
  const { calendar, events, event } = parse(composeCalendar({ ...entry, method }));
  expect(calendar.getAllProperties('method').map((each) => each.getFirstValue())).toEqual([method]);
  expect(events).toHaveLength(1);
  const { component } = event;
  for (const name of once) expect([name, component.getAllProperties(name).length]).toEqual([name, 1]);
  for (const name of never) expect(component.getAllProperties(name)).toEqual([]);
  expect(component.getAllProperties('duration').length + component.getAllProperties('dtend').length).toBe(1);
  expect(component.getFirstPropertyValue('organizer')).toBe('mailto:no-reply@inspect.example');
  expect(component.getFirstPropertyValue('status')).toBe(method === 'CANCEL' ? 'CANCELLED' : null);
});

import { expect, test } from 'vitest';
import { listEventFaults } from './list-event-faults.ts';

const SESSION = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const REPORT = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a04';
const session = {
  id: SESSION,
  status: 'closed',
  created_at: '2026-11-20T14:30:00.000Z',
  started_at: '2026-11-20T14:35:00.000Z',
  ended_at: '2026-11-20T15:05:00.000Z',
  updated_at: '2026-11-20T15:05:00.000Z',
};
const event = {
  type: 'session.completed',
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
  endpoint: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a03',
  created_at: '2026-11-20T15:06:00.000Z',
  data: { ...session, report: { id: REPORT } },
};

test('an event that could have happened has no fault', () => {
  expect(listEventFaults(event)).toEqual([]);
});

test.each([
  ['a status of before', { ...event.data, status: 'created' }, 'the session is created'],
  ['no end', { ...event.data, ended_at: null }, 'ended_at does not fit'],
  ['an end before its start', { ...event.data, ended_at: session.created_at }, 'are not in order'],
  [
    'a time to come',
    { ...event.data, updated_at: '2026-11-20T15:07:00.000Z' },
    'updated_at lies after the event',
  ],
  ['one id for two things', { ...session, report: { id: SESSION } }, 'session and report are both'],
  ['an id that is none', { ...session, report: { id: 'x' } }, 'x is no id'],
  [
    'a part of another session',
    { ...session, report: { id: REPORT, session: event.id } },
    'report is of another session',
  ],
])('%s is a fault', (_, data, fault) => {
  expect(listEventFaults({ ...event, data }).join('\n')).toContain(fault);
});

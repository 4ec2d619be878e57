import { expect, it } from 'vitest';
import { byAppointment, startOfDay } from './days.ts';

it('days begin at midnight of the desk, over the end of a month', () => {
  const start = startOfDay(new Date(2026, 10, 30, 15, 30), 1);
  expect([start.getMonth(), start.getDate(), start.getHours(), start.getMinutes()]).toEqual([11, 1, 0, 0]);
});

it('appointments stand in the order of their time', () => {
  const [late, early] = [
    { scheduled_for: '2026-11-30T16:00:00.000Z' },
    { scheduled_for: '2026-11-30T09:00:00.000Z' },
  ];
  expect(byAppointment([late, early])).toEqual([early, late]);
});

import { LOCALES } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { writeWords } from './write-words.ts';

const WINTER = '2026-11-20T10:32:05.123Z';
const SUMMER = '2026-07-01T10:32:05.123Z';

describe('a printed time', () => {
  it.each([...LOCALES])(
    'has one form, and names its offset only where that is not the usual one, in %s',
    (locale) => {
      const { moment, zone } = writeWords(locale, 'Europe/Rome', WINTER);
      expect(zone).toBe('Europe/Rome (UTC+01:00)');
      expect(moment(WINTER)).toMatch(/11:32:05$/);
      expect(moment(SUMMER)).toMatch(/12:32:05 UTC\+02:00$/);
      for (const time of [WINTER, SUMMER]) expect(moment(time)).toContain('2026');
    },
  );

  it.each([...LOCALES])('until another of the same day is without the day, in %s', (locale) => {
    const { span, moment } = writeWords(locale, 'Europe/Rome', WINTER);
    const later = '2026-11-20T11:05:05.000Z';
    expect(span(WINTER, later)).toBe(`${moment(WINTER)} – 12:05:05`);
    const tomorrow = '2026-11-21T11:05:05.000Z';
    expect(span(WINTER, tomorrow)).toBe(`${moment(WINTER)} – ${moment(tomorrow)}`);
  });

  it('tells the hour that a clock shows twice apart', () => {
    const { moment } = writeWords('en', 'Europe/Rome', SUMMER);
    expect(moment('2026-10-25T00:30:00.000Z')).toBe('25 Oct 2026, 02:30:00');
    expect(moment('2026-10-25T01:30:00.000Z')).toBe('25 Oct 2026, 02:30:00 UTC+01:00');
  });

  it.each([
    ['UTC', '10:32:05', 'UTC (UTC+00:00)'],
    ['America/St_Johns', '07:02:05', 'America/St_Johns (UTC-03:30)'],
    ['Asia/Kathmandu', '16:17:05', 'Asia/Kathmandu (UTC+05:45)'],
  ])('is of the zone %s', (name, time, zone) => {
    const words = writeWords('en', name, WINTER);
    expect([words.moment(WINTER), words.zone]).toEqual([`20 Nov 2026, ${time}`, zone]);
  });

  it('refuses a zone that there is not', () => {
    expect(() => writeWords('en', 'Europe/Nowhere', WINTER)).toThrow(RangeError);
  });
});

describe('what is counted and measured', () => {
  it('is written as the locale does', () => {
    expect(writeWords('de', 'UTC', WINTER).number(12345)).toBe('12.345');
    expect(writeWords('de', 'UTC', WINTER).size(48_731_204)).toBe('48,7 MB');
    expect(writeWords('fr', 'UTC', WINTER).size(1_204)).toMatch(/^1,2\sko$/);
    expect(writeWords('en', 'UTC', WINTER).size(0)).toBe('0 byte');
    expect(writeWords('pl', 'UTC', WINTER).list(['a', 'b', 'c'])).toBe('a, b i c');
  });

  it.each([
    [0, '0:00'],
    [754_400, '12:34'],
    [3_723_000, '1:02:03'],
  ])('a duration of %i ms is %s', (ms, text) => {
    expect(writeWords('en', 'UTC', WINTER).duration(ms)).toBe(text);
  });
});

import { LOCALES } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { writeWords } from './write-words.ts';

const WINTER = '2026-11-20T10:32:05.123Z';
const SUMMER = '2026-07-01T10:32:05.123Z';

describe('every printed time names its offset', () => {
  it.each([...LOCALES])('in %s', (locale) => {
    const { moment, brief } = writeWords(locale, 'Europe/Rome');
    for (const print of [moment, brief]) {
      expect(print(WINTER)).toMatch(/11:32:05 UTC\+01:00$/);
      expect(print(SUMMER)).toMatch(/12:32:05 UTC\+02:00$/);
      expect(print(WINTER)).toContain('2026');
    }
  });

  it.each([
    ['UTC', '10:32:05 UTC+00:00'],
    ['America/St_Johns', '07:02:05 UTC-03:30'],
    ['Asia/Kathmandu', '16:17:05 UTC+05:45'],
  ])('in the zone %s', (zone, time) => {
    expect(writeWords('en', zone).brief(WINTER)).toBe(`20/11/2026, ${time}`);
  });

  it('refuses a zone that there is not', () => {
    expect(() => writeWords('en', 'Europe/Nowhere')).toThrow(RangeError);
  });
});

describe('what is counted and measured', () => {
  it('is written as the locale does', () => {
    expect(writeWords('de', 'UTC').number(12345)).toBe('12.345');
    expect(writeWords('de', 'UTC').size(48_731_204)).toBe('48,7 MB');
    expect(writeWords('fr', 'UTC').size(1_204)).toMatch(/^1,2\sko$/);
    expect(writeWords('en', 'UTC').size(0)).toBe('0 byte');
    expect(writeWords('pl', 'UTC').list(['a', 'b', 'c'])).toBe('a, b i c');
  });

  it.each([
    [0, '0:00'],
    [754_400, '12:34'],
    [3_723_000, '1:02:03'],
  ])('a duration of %i ms is %s', (ms, text) => {
    expect(writeWords('en', 'UTC').duration(ms)).toBe(text);
  });

  it('starts a line of its own with a capital', () => {
    expect(writeWords('fr', 'UTC').day(WINTER)).toBe('Vendredi 20 novembre 2026');
  });
});

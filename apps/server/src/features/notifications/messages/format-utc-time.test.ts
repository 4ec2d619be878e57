import { LOCALES } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { formatUtcTime } from './format-utc-time.ts';

// An evening in UTC that is already the next day in Athens.
const evening = new Date('2026-11-20T23:05:00Z');

describe('formatUtcTime', () => {
  it.each(LOCALES)('says the day, the 24-hour time and the zone in %s', (locale) => {
    for (const style of ['long', 'short'] as const) {
      const text = formatUtcTime(locale, evening, style);
      expect(text).toMatch(/\b20\b/);
      expect(text).toMatch(/23:05(\s\S+)? UTC$/);
      expect(text).toContain('2026');
    }
  });

  it('uses the words of the locale', () => {
    expect(formatUtcTime('de', evening)).toMatch(/Freitag.*November/);
    expect(formatUtcTime('el', evening)).toMatch(/Παρασκευή.*Νοεμβρίου/);
    expect(formatUtcTime('bg', evening)).toMatch(/петък.*ноември/);
  });
});

import { describe, expect, it } from 'vitest';
import { formatLead } from './letter-words.ts';

const MINUTE_MS = 60_000;

describe('how soon something begins', () => {
  it.each([
    [24 * 60, 'in 24 hours'],
    [24 * 60 - 2, 'in 24 hours'],
    [20 * 60, 'in 20 hours'],
    [60, 'in 1 hour'],
    [57, 'in 1 hour'],
    [40, 'in 40 minutes'],
    [0.2, 'in 1 minute'],
  ])('of %d minutes is said in hours, and below one in minutes: %s', (minutes, words) => {
    expect(formatLead('en', minutes * MINUTE_MS)).toBe(words);
  });

  it('has the forms that the number has in its language', () => {
    const inHours = (count: number) => formatLead('pl', count * 60 * MINUTE_MS);
    expect([inHours(1), inHours(3), inHours(20)]).toEqual(['za 1 godzinę', 'za 3 godziny', 'za 20 godzin']);
    expect(formatLead('pt', 24 * 60 * MINUTE_MS)).toBe('dentro de 24 horas');
  });
});

import { describe, expect, it } from 'vitest';
import { fillMoment, readLines, readMoment } from './read-form.ts';

describe('the fields of a form', () => {
  it('give lines without spaces around them, and none that is empty', () => {
    expect(readLines(' 203.0.113.0/24 \n\n 2001:db8::/32')).toEqual(['203.0.113.0/24', '2001:db8::/32']);
    expect(readLines(undefined)).toEqual([]);
  });

  it('show a moment, and read the same one again', () => {
    const iso = '2027-07-20T14:30:00.000Z';
    expect(readMoment(fillMoment(iso))).toBe(iso);
    expect([readMoment(''), fillMoment(null)]).toEqual([null, '']);
  });
});

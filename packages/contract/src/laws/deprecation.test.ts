import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDeprecationFault } from './deprecation.ts';

const link = '/docs/errors';

test('twelve months to the day are enough', () => {
  expect(findDeprecationFault({ since: '2026-11-20', sunset: '2027-11-20', link })).toBeUndefined();
});

test('a day less than twelve months is a fault that names the first day allowed', () => {
  expect(findDeprecationFault({ since: '2026-11-20', sunset: '2027-11-19', link })).toBe(
    'sunset 2027-11-19 comes before 2027-11-20, 12 months after since',
  );
});

test('a leap day counts to the first of March', () => {
  expect(findDeprecationFault({ since: '2028-02-29', sunset: '2029-02-28', link })).toContain('2029-03-01');
  expect(findDeprecationFault({ since: '2028-02-29', sunset: '2029-03-01', link })).toBeUndefined();
});

test.each(['2026-02-31', '2026-13-01', '20261120', '2026-11-20T00:00:00Z', 'soon', ''])(
  '%j is not a day',
  (day) => {
    expect(findDeprecationFault({ since: day, sunset: '2030-01-01', link })).toContain('since');
    expect(findDeprecationFault({ since: '2026-01-01', sunset: day, link })).toContain('sunset');
  },
);

test.each(['', 'upgrading', '//example.com/a', 'http://example.com', '/a b', '/a\r\nSet-Cookie: b'])(
  '%j is no link that a header can carry',
  (bad) => {
    expect(findDeprecationFault({ since: '2026-01-01', sunset: '2027-01-01', link: bad })).toContain('link');
  },
);

test.each(['/docs/errors', 'https://example.com/upgrading#v2'])('%j is a link', (good) => {
  expect(findDeprecationFault({ since: '2026-01-01', sunset: '2027-01-01', link: good })).toBeUndefined();
});

test('whatever the days, fewer than 365 between them are a fault, and more than 366 are none', () => {
  const MS_PER_DAY = 86_400_000;
  const latest = new Date('2100-01-01');
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: latest, noInvalidDate: true }),
      fc.integer({ min: 0, max: 800 }),
      (start, days) => {
        const since = start.toISOString().slice(0, 10);
        const sunset = new Date(Date.parse(since) + days * MS_PER_DAY).toISOString().slice(0, 10);
        const fault = findDeprecationFault({ since, sunset, link });
        if (days < 365) expect(fault).toBeDefined();
        if (days > 366) expect(fault).toBeUndefined();
      },
    ),
  );
});

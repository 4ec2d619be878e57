import { expect, test } from 'vitest';
import { toInstant } from './to-instant.ts';

test.each([
  ['2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.0Z'],
  ['2026-01-01T00:00:00-23:59', '2026-01-01T23:59:00.0Z'],
  ['2026-01-01T00:00Z', '2026-01-01T00:00:00.0Z'],
  ['2026-01-01T00:00:00.123456+01:00', '2025-12-31T23:00:00.123456Z'],
  [`9999-12-31T23:59:59.${'9'.repeat(300)}Z`, '9999-12-31T23:59:59.999999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.0Z'],
])('%s is the same instant in UTC, to the microsecond', (timestamp, instant) => {
  expect(toInstant(timestamp)).toBe(instant);
});

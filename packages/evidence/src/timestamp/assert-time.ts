import { EvidenceError } from '../evidence-error.ts';

/**
 * No time compares as earlier or later than an invalid one, so that it would pass for any.
 *
 * @throws {EvidenceError} `invalid_time`
 */
export function assertTime(time: Date): void {
  const year = isDate(time) ? time.getUTCFullYear() : Number.NaN;
  if (year >= 0 && year <= 9999) return;
  throw new EvidenceError('invalid_time', 'A time must be a valid Date of the years 0 to 9999.');
}

// Of any realm, like `isBytes`.
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

import { z } from 'zod';
import { upTo } from './text.ts';

/**
 * An ISO 8601 timestamp, from the year 1 to the year 9999 in UTC. Responses are in UTC with
 * milliseconds; requests may carry any offset.
 */
export const Timestamp = upTo(64)
  // Text that is no date is not judged by its year.
  .check(z.iso.datetime({ offset: true, abort: true }))
  .refine((value) => isStorable(Date.parse(value)), 'must be a date from the year 1 to the year 9999')
  .meta({ description: 'ISO 8601 timestamp', example: '2026-11-20T14:30:00.000Z' });

// PostgreSQL has no year 0, and can't read the sign of ISO years beyond 9999. An offset moves a date over either end:
// 9999-12-31T23:59:59-01:00 is in the year 10000.
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const isStorable = (instantMs: number) => instantMs >= EARLIEST_MS && instantMs <= LATEST_MS;

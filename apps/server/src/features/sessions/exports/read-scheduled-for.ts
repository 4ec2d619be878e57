import { invalidField } from '../../../api-error.ts';

/** The planned time of a request's body: undefined when absent, null for now, never in the past. */
export const readScheduledFor = (value: string | null | undefined, now: Date): Date | null | undefined => {
  if (value === undefined || value === null) return value;
  const scheduledFor = new Date(value);
  if (scheduledFor <= now)
    throw invalidField('scheduled_for', 'must be in the future; omit it to start now', 'too_early');
  if (scheduledFor.getTime() >= Date.UTC(9999)) throw invalidField('scheduled_for', TOO_LATE, 'too_late');
  return scheduledFor;
};

/** The links of an appointment outlast it by a day, and their tokens by weeks: dates end with the year 9999. */
const TOO_LATE = 'must be before the year 9999';

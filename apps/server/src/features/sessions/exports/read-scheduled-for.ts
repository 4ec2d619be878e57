import { invalidField } from '../../../api-error.ts';

/** The planned time of a request's body: undefined when absent, null for now, never in the past. */
export const readScheduledFor = (value: string | null | undefined, now: Date): Date | null | undefined => {
  if (value === undefined || value === null) return value;
  const scheduledFor = new Date(value);
  if (scheduledFor > now) return scheduledFor;
  throw invalidField('scheduled_for', 'must be in the future; omit it to start now', 'too_early');
};

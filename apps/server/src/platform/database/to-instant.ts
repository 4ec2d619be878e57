/**
 * In UTC, to the microsecond. PostgreSQL's own offsets end at 15:59 and its input at some hundred characters, while ISO
 * 8601 has neither limit; a JavaScript date alone would cut the microseconds.
 */
export const toInstant = (timestamp: string): string => {
  const [seconds] = new Date(timestamp).toISOString().split('.');
  const fraction = /\.(\d{1,6})/.exec(timestamp)?.[1] ?? '0';
  return `${seconds}.${fraction}Z`;
};

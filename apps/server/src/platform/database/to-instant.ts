/** PostgreSQL's offsets end at 15:59, ISO 8601's don't; a JavaScript date alone would cut the microseconds. */
export const toInstant = (timestamp: string): string => {
  const [seconds] = new Date(timestamp).toISOString().split('.');
  const fraction = /\.(\d{1,6})/.exec(timestamp)?.[1] ?? '0';
  return `${seconds}.${fraction}Z`;
};

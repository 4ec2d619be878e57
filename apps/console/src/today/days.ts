/** The beginning of a day of the person at the desk: 0 is today. */
export const startOfDay = (now: Date, later: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);

/** Puts them in the order of their time; the service lists by creation. */
export const byAppointment = <Item extends { scheduled_for: string | null }>(
  items: readonly Item[],
): Item[] =>
  [...items].sort((one, other) => (one.scheduled_for ?? '').localeCompare(other.scheduled_for ?? ''));

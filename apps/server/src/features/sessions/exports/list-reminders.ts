/** The reminders of a scheduled session. */
export const REMINDERS = [
  { kind: '24h', beforeMs: 24 * 3_600_000 },
  { kind: '1h', beforeMs: 3_600_000 },
] as const;

export type ReminderKind = (typeof REMINDERS)[number]['kind'];

/** When each reminder is due; one whose time has passed already is left out. */
export const listReminders = (scheduledFor: Date, now: Date): { kind: ReminderKind; runAt: Date }[] =>
  REMINDERS.map(({ kind, beforeMs }) => ({
    kind,
    runAt: new Date(scheduledFor.getTime() - beforeMs),
  })).filter(({ runAt }) => runAt >= now);

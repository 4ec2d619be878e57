/** The offset of a time zone at a moment: `UTC+02:00`; of UTC itself its name alone. */
export const nameOffset = (time: Date, timeZone: string): string =>
  timeZone === 'UTC'
    ? 'UTC'
    : new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
        .formatToParts(time)
        .find(({ type }) => type === 'timeZoneName')!
        .value.replace('GMT', 'UTC');

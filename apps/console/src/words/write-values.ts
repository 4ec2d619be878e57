const locale = document.documentElement.lang;
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

const counts = new Intl.NumberFormat(locale);
const gigabytes = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'gigabyte',
  maximumFractionDigits: 1,
});
const milliseconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' });

/** In the time zone of the person at the desk. */
export const writeTime = (iso: string): string => moment.format(new Date(iso));

export const writeHour = (ms: number): string => hour.format(ms);

export const writeDuration = (ms: number): string => milliseconds.format(ms);

export const writeCount = (count: number): string => counts.format(count);

/** As the plans count them: 1024³ bytes. */
export const writeBytes = (bytes: number): string => gigabytes.format(bytes / 1024 ** 3);

const degrees = new Intl.NumberFormat(locale, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
const metres = new Intl.NumberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 });

type Location = { lat: number; lon: number; accuracy: number | null };

/** Degrees north and east, of which the fifth decimal is a metre. */
export const writeLocation = ({ lat, lon, accuracy }: Location): string =>
  `${degrees.format(lat)} ${degrees.format(lon)}${accuracy === null ? '' : ` ± ${metres.format(accuracy)}`}`;

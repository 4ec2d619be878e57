import type { LocaleCode } from '@field-inspection/contract';
import { createMessageCompiler } from '../../../platform/words/create-message-compiler.ts';
import { showLine } from '../../../platform/fonts/show-text.ts';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { readCatalogues } from '../../../platform/words/read-catalogues.ts';
import type en from '../catalogues/en.json';
import { locateFile } from '../../../paths.ts';

export type ReportKey = keyof typeof en;

export const reportCatalogues = readCatalogues<ReportKey>(locateFile('features/reports/catalogues/'));

export type Words = ReturnType<typeof writeWords>;

/** `usualAt` is a time whose offset is the usual one: named once, with the zone. A time with another says so itself. */
export const writeWords = (locale: LocaleCode, timeZone: string, usualAt: string) => {
  const tag = languageTag(locale);
  const say = (key: ReportKey, values: Record<string, string | number> = {}): string =>
    compileMessage(locale, key).format(values) as string;
  const clock = createClock(tag, timeZone, usualAt);
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' });
  return {
    say,
    ...clock,
    number: (value: number): string => value.toLocaleString(tag),
    lower: (text: string): string => text.toLocaleLowerCase(tag),
    list: (items: string[]): string => lists.format(items),
    size: (bytes: number): string => formatSize(tag, bytes),
  };
};

const compileMessage = createMessageCompiler(reportCatalogues);

const createClock = (tag: string, timeZone: string, usualAt: string) => {
  const time = {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  } as const;
  const clock = new Intl.DateTimeFormat(tag, time);
  const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', ...time });
  const offsets = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  // The locale's own timeZoneName can be long: Greek writes 29 characters.
  const offsetOf = (iso: string): string => {
    const name = offsets.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value;
    return (name ?? 'GMT').replace('GMT', 'UTC');
  };
  const usual = offsetOf(usualAt);
  const moment = (iso: string): string => {
    const offset = offsetOf(iso);
    return format.format(new Date(iso)) + (offset === usual ? '' : ` ${offset}`);
  };
  return {
    zone: `${showLine(timeZone)} (${usual})`,
    /** The one form of a time, to the second: 20 Nov 2026, 11:32:05. */
    moment,
    /** From when until when: the second time is without the day where that is the same. */
    span: (from: string, to: string): string => {
      const [start, end] = [moment(from), moment(to)];
      const time = clock.format(new Date(to));
      const day = end.slice(0, end.lastIndexOf(time));
      return day !== '' && start.startsWith(day)
        ? `${start} – ${end.slice(day.length)}`
        : `${start} – ${end}`;
    },
    duration: formatDuration,
  };
};

const formatDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const pad = (part: number): string => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
};

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const formatSize = (tag: string, bytes: number): string => {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: UNITS[step]!,
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
};

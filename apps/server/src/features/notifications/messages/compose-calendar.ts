/** A session in a calendar, as one of its e-mails brings it. */
export type CalendarEntry = {
  /** CANCEL takes the entry out again (RFC 5546). */
  method: 'PUBLISH' | 'CANCEL';
  /** The publisher's address, which must be the canceller's, too. */
  organizer: string;
  /** The id of the entry: the same in all e-mails of an invite, so that a later entry replaces an earlier one. */
  uid: string;
  /** Grows whenever the session changes. */
  sequence: number;
  writtenAt: Date;
  startsAt: Date;
  summary: string;
  description: string;
};

/** The length of the entry: a session has a beginning and no planned end. */
const DURATION = 'PT1H';

/**
 * Composes a calendar with one entry (RFC 5545, RFC 5546). It is published, not a request, since nobody could answer
 * one. Times are in UTC, so that no calendar has to know the rules of a time zone, and the hour is right on either side
 * of a change of summer time.
 */
export const composeCalendar = (entry: CalendarEntry): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Field Inspection Service//EN',
    `METHOD:${entry.method}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `ORGANIZER:mailto:${entry.organizer}`,
    `DTSTAMP:${formatTime(entry.writtenAt)}`,
    `DTSTART:${formatTime(entry.startsAt)}`,
    `DURATION:${DURATION}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    ...(entry.method === 'CANCEL' ? ['STATUS:CANCELLED'] : []),
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');

/** 20261125T103000Z */
const formatTime = (time: Date): string => time.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** A text can end neither its line nor its property (RFC 5545, section 3.3.11). */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');

const MOST_OCTETS = 75;

// Folds lines at 75 octets, with a space before each continuation (RFC 5545, section 3.1); no character is cut.
const fold = (line: string): string => {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MOST_OCTETS) {
      lines.push('');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join('\r\n ');
};

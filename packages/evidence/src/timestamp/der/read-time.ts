import { Refusal } from '../refusal.ts';
import type { DerNode } from './der-node.ts';
import { GENERALIZED_TIME, UTC_TIME } from './tags.ts';

const MAX_LENGTH = 40;
const TWO = '(\\d\\d)';
const UTC = new RegExp(`^${TWO.repeat(6)}Z$`);
const GENERALIZED = new RegExp(`^(\\d{4})${TWO.repeat(5)}(?:\\.(\\d*[1-9]))?Z$`);

/**
 * A UTCTime or GeneralizedTime as milliseconds since 1970, cut, not rounded. Only the forms of RFC 5280, section
 * 4.1.2.5, and RFC 3161, section 2.4.2, are read: seconds given, "Z", and a fraction without trailing zeros.
 *
 * @throws {Refusal} `malformed`, also for a day or an hour that does not exist.
 */
export function readTime(node: DerNode): number {
  const match = matchTime(node);
  if (!match) throw malformed();

  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const fullYear = node.tag === UTC_TIME ? expandYear(year!) : year!;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const text = `${fullYear}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
  const time = Date.parse(text);
  // Engines roll 30 February over into March.
  if (Number.isNaN(time) || new Date(time).toISOString() !== text) throw malformed();
  return time;
}

function matchTime({ tag, content }: DerNode): RegExpExecArray | null {
  if (content.length > MAX_LENGTH) return null;
  const text = String.fromCharCode(...content);
  if (tag === UTC_TIME) return UTC.exec(text);
  if (tag === GENERALIZED_TIME) return GENERALIZED.exec(text);
  return null;
}

// RFC 5280, section 4.1.2.5.1.
function expandYear(twoDigits: string): string {
  return `${Number(twoDigits) >= 50 ? 19 : 20}${twoDigits}`;
}

function malformed(): Refusal {
  return new Refusal('malformed', 'A time is not of its form, or does not exist.');
}

import { Refusal } from '../timestamp-refusal.ts';
import { isMinimalInteger, type DerNode } from './read-der.ts';
import { GENERALIZED_TIME, OBJECT_IDENTIFIER, UTC_TIME } from './tags.ts';

const MAX_TIME_LENGTH = 40;
const TWO = '(\\d\\d)';
const UTC = new RegExp(`^${TWO.repeat(6)}Z$`);
const GENERALIZED = new RegExp(`^(\\d{4})${TWO.repeat(5)}(?:\\.(\\d+))?Z$`);

/**
 * A missing boolean is false, any byte but zero true (X.690, section 8.2.2). DER has FF alone, but taking another byte
 * for false would ignore a signed mark "critical".
 */
export function readBoolean(node: DerNode | undefined): boolean {
  return node !== undefined && node.content[0] !== 0;
}

/**
 * A small integer: versions, counts, seconds. Its minimal form is checked here too, since under a context tag the
 * reader does not know that it is one.
 *
 * @throws {Refusal} `malformed` when it is negative or beyond 2^31 - 1.
 */
export function readInteger({ content }: DerNode): number {
  if (!isMinimalInteger(content) || content.length > 4 || content[0]! >= 0x80) {
    throw new Refusal('malformed', 'An integer is out of its range.');
  }
  return content.reduce((sum, byte) => sum * 256 + byte, 0);
}

// Identifiers under 2.25 have 19 bytes, the longest known ones 40. The time to write a number grows with its square.
const MAX_OID_LENGTH = 512;

/**
 * An object identifier in dotted form (X.690, section 8.19). Its numbers may be large: those under 2.25 have 128 bits.
 *
 * @throws {Refusal} `malformed`; `too_complex` for one of more than 512 bytes
 */
export function readOid(node: DerNode): string {
  if (node.tag !== OBJECT_IDENTIFIER) throw new Refusal('malformed', 'An object identifier is missing.');
  if (node.content.length > MAX_OID_LENGTH) {
    throw new Refusal('too_complex', `An object identifier has more than ${MAX_OID_LENGTH} bytes.`);
  }

  const numbers: bigint[] = [];
  let number = 0n;
  for (const byte of node.content) {
    number = (number << 7n) | BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0n;
  }
  return [...splitFirst(numbers[0]!), ...numbers.slice(1)].join('.');
}

// The first two numbers share one: 40 × first + second, and only under 2 may the second exceed 39.
function splitFirst(number: bigint): [bigint, bigint] {
  const first = number < 80n ? number / 40n : 2n;
  return [first, number - first * 40n];
}

/**
 * Gives milliseconds since 1970, cut, not rounded. Takes only the forms of RFC 5280, section 4.1.2.5, and RFC 3161,
 * section 2.4.2: with seconds, and "Z". A fraction may end with zeros.
 *
 * @throws {Refusal} `malformed`, also for a day or an hour that does not exist
 */
export function readTime(node: DerNode): number {
  const match = matchTime(node);
  if (!match) throw malformed();

  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const fullYear = node.tag === UTC_TIME ? expandYear(year!) : year!;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const text = `${fullYear}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
  const time = Date.parse(text);
  // Engines turn 30 February into a day of March.
  if (Number.isNaN(time) || new Date(time).toISOString() !== text) throw malformed();
  return time;
}

function matchTime({ tag, content }: DerNode): RegExpExecArray | null {
  if (content.length > MAX_TIME_LENGTH) return null;
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

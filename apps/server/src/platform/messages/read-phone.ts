import { noPhone } from '@field-inspection/rules';
import { type CountryCode, getCountries, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { invalidField } from '../../refusals.ts';
import type { Config } from '../../config/read-config.ts';

/**
 * Reads the phone number in a field of a body as E.164, for somebody who will get an SMS. `timeZone` is the
 * organisation's.
 *
 * @throws {Refusal} validation_error that names the field
 */
export const readPhoneFor =
  ({ smsConfigured }: Pick<Config, 'smsConfigured'>, timeZone: string) =>
  (field: string, given: string): string => {
    if (!smsConfigured)
      throw invalidField(field, 'this server sends no SMS: its operator has to set SMS_URL');
    const phone = parsePhoneNumber(given, timeZone);
    if (phone) return phone;
    throw noPhone(field);
  };

/**
 * Null for a number that does not exist. The country code is needed: without it a national number could reach another
 * country's subscriber. Instead of + it may begin with what the time zone's country dials for abroad, such as 00.
 */
export const parsePhoneNumber = (input: string, timeZone = 'UTC'): string | null => {
  const number = parsePhoneNumberFromString(writePlus(tidy(input), timeZone), { extract: false });
  if (!number?.isValid() || number.ext) return null;
  return number.number;
};

/**
 * Contacts, mails and web pages give a number as a link, with marks of direction, with digits of full width, or with a
 * selector that keeps a digit from becoming an emoji. Spreadsheets add tabs, and the apostrophe that keeps it from
 * being a formula. The country may stand in parentheses.
 */
const tidy = (input: string): string =>
  input
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(LINK, '')
    .replace(/^%2b/i, '+')
    .replace(/^'(?=\+)/, '')
    .replace(/^\( ?(\+\d+) ?\)/, '$1 ');

const LINK = /^(?:tel|sms|callto):(?:\/\/)?/i;

/** Marks of format, selectors of variation, and the box around a digit. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}\u20e3]/gu;

const writePlus = (written: string, timeZone: string): string => {
  const country = /^[(\d]/.test(written) ? countryOf(timeZone) : undefined;
  if (!country) return written;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const exit = new RegExp(`^(?:${(metadata.numberingPlan as unknown as DialledPlan).IDDPrefix()})(?=[1-9])`);
  return written.replaceAll(/[\s().\-/~]/g, '').replace(exit, '+');
};

/** The library's types lack it: an expression for the digits that are dialled to leave the country. */
type DialledPlan = { IDDPrefix: () => string };

/** Undefined for a zone without a country, such as UTC. */
const countryOf = (timeZone: string): CountryCode | undefined => {
  zones ??= new Map(getCountries().flatMap((country) => listZones(country).map((zone) => [zone, country])));
  // A zone has several names, such as Europe/Kyiv and Europe/Kiev, and Intl lists one.
  return zones.get(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone);
};

let zones: Map<string, CountryCode> | undefined;

const listZones = (country: CountryCode): string[] =>
  (new Intl.Locale('und', { region: country }) as Zoned).getTimeZones() ?? [];

/** ECMA-402 has it, and TypeScript not yet. */
type Zoned = Intl.Locale & { getTimeZones: () => string[] | undefined };

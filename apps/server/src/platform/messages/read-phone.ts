import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Config } from '../../config/read-config.ts';
import { invalidField } from '../../api-error.ts';

/**
 * The phone number in a field of a body as E.164, for somebody who will get an SMS.
 *
 * @throws {ApiError} validation_error that names the field
 */
export const readPhone = (
  { smsConfigured }: Pick<Config, 'smsConfigured'>,
  { field, given }: { field: string; given: string },
): string => {
  if (!smsConfigured) throw invalidField(field, 'this server sends no SMS: its operator has to set SMS_URL');
  const phone = parsePhoneNumber(given);
  if (phone) return phone;
  throw invalidField(field, 'must be a phone number with its country code, such as +39 333 123 4567');
};

/**
 * A number as E.164 (`+393331234567`), or null when it is not one that exists. The country code is needed:
 * without it a national number could reach another country's subscriber.
 */
export const parsePhoneNumber = (input: string): string | null => {
  const number = parsePhoneNumberFromString(input.trim(), { extract: false });
  if (!number?.isValid() || number.ext) return null;
  return number.number;
};

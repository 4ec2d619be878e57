import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A number as E.164 (`+393331234567`), or null when it is not one that exists. The country code is needed:
 * without it a national number could reach another country's subscriber.
 */
export const parsePhoneNumber = (input: string): string | null => {
  const number = parsePhoneNumberFromString(input.trim(), { extract: false });
  if (!number?.isValid() || number.ext) return null;
  return number.number;
};

import type { Config } from '../../config/read-config.ts';
import { invalidField } from '../../invalid-field.ts';
import { parsePhoneNumber } from './parse-phone-number.ts';

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

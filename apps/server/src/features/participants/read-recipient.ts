import type { CreateParticipantBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Config } from '../../config.ts';
import { parsePhoneNumber } from '../../platform/phone/parse-phone-number.ts';

export type Recipient = {
  recipient_first_name: string;
  recipient_last_name: string;
  recipient_email: string;
  /** E.164. */
  recipient_phone: string;
  send_email: boolean;
};

/** Whom an invite is for, from a request's body: absent strings are '', the phone number is E.164. */
export const readRecipient = (
  { smsConfigured }: Pick<Config, 'smsConfigured'>,
  body: z.output<typeof CreateParticipantBody>,
): Recipient => {
  const email = body.recipient_email ?? '';
  if (body.send_email && email === '') {
    throw invalid('send_email', 'needs recipient_email: there is no address to send the link to');
  }
  return {
    recipient_first_name: body.recipient_first_name ?? '',
    recipient_last_name: body.recipient_last_name ?? '',
    recipient_email: email,
    recipient_phone: readPhone(body.recipient_phone ?? '', smsConfigured),
    send_email: body.send_email ?? false,
  };
};

const readPhone = (given: string, smsConfigured: boolean): string => {
  if (given === '') return '';
  if (!smsConfigured)
    throw invalid('recipient_phone', 'this server sends no SMS: its operator has to set SMS_URL');
  const phone = parsePhoneNumber(given);
  if (!phone)
    throw invalid(
      'recipient_phone',
      'must be a phone number with its country code, such as +39 333 123 4567',
    );
  return phone;
};

const invalid = (field: string, message: string) =>
  new ApiError('validation_error', `${field}: ${message}`, {
    errors: [{ path: `body.${field}`, code: 'custom', message }],
  });

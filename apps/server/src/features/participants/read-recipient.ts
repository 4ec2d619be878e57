import type { CreateParticipantBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Config } from '../../config/read-config.ts';
import { invalidField } from '../../api-error.ts';
import { readPhone } from '../../platform/messages/read-phone.ts';
import type { Recipient } from './exports/mint-invite.ts';

/** Whom an invite is for, from a request's body: absent strings are '', the phone number is E.164. `timeZone` is the organisation's. */
export const readRecipient = (
  config: Pick<Config, 'smsConfigured'>,
  { body, timeZone }: { body: z.output<typeof CreateParticipantBody>; timeZone: string },
): Recipient => {
  const email = body.recipient_email ?? '';
  if (body.send_email && email === '') {
    throw invalidField('send_email', 'needs recipient_email: there is no address to send the link to');
  }
  const given = body.recipient_phone ?? '';
  if (body.send_sms && given === '') {
    throw invalidField('send_sms', 'needs recipient_phone: there is no number to send the link to');
  }
  return {
    recipient_first_name: body.recipient_first_name ?? '',
    recipient_last_name: body.recipient_last_name ?? '',
    recipient_email: email,
    recipient_phone: given === '' ? '' : readPhone(config, { field: 'recipient_phone', given, timeZone }),
    send_email: body.send_email ?? false,
    send_sms: body.send_sms ?? false,
    send_code: body.send_code ?? true,
  };
};

import type { CreateInspectionBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Config } from '../../config/read-config.ts';
import { invalidField } from '../../api-error.ts';
import { readPhone } from '../../platform/messages/read-phone.ts';
import type { Recipient } from '../participants/exports/mint-invite.ts';

type Participant = NonNullable<z.output<typeof CreateInspectionBody>['participant']>;

/**
 * Whom the invite of a new inspection is for. Link and code both go over the one channel that is named, and an
 * address of the other channel is refused, since it would get a code, too. Without a participant nothing is sent.
 *
 * @param given `timeZone` is the organisation's
 * @throws {ApiError} validation_error
 */
export const readParticipant = (
  config: Pick<Config, 'smsConfigured'>,
  { participant, timeZone }: { participant: Participant | undefined; timeZone: string },
): Recipient => {
  if (!participant) return NOBODY;
  const { name = '', channel } = participant;
  const address = readAddress(config, { participant, timeZone });
  return {
    ...NOBODY,
    ...splitName(name),
    ...address,
    send_email: channel === 'email',
    send_sms: channel === 'sms',
    send_code: participant.send_code ?? true,
  };
};

const NOBODY: Recipient = {
  recipient_first_name: '',
  recipient_last_name: '',
  recipient_email: '',
  recipient_phone: '',
  send_email: false,
  send_sms: false,
  send_code: true,
};

const readAddress = (
  config: Pick<Config, 'smsConfigured'>,
  { participant, timeZone }: { participant: Participant; timeZone: string },
) => {
  const { channel, phone = '', email = '' } = participant;
  if (channel === 'sms') {
    if (phone === '') throw invalidField('participant.phone', 'is needed: the channel is sms');
    if (email !== '') throw invalidField('participant.email', 'must be absent: the channel is sms');
    return { recipient_phone: readPhone(config, { field: 'participant.phone', given: phone, timeZone }) };
  }
  if (email === '') throw invalidField('participant.email', 'is needed: the channel is email');
  if (phone !== '') throw invalidField('participant.phone', 'must be absent: the channel is email');
  return { recipient_email: email };
};

/** The first word, which a message greets by, and the rest. */
const splitName = (name: string) => {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return { recipient_first_name: first, recipient_last_name: rest.join(' ') };
};

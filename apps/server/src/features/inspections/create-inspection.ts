import type { CreateInspectionBody, CreatedInspection } from '@field-inspection/contract';
import type { z } from 'zod';
import { invalidField } from '../../api-error.ts';
import type { Config } from '../../config/read-config.ts';
import type { Context } from '../../context.ts';
import { writeNewSession } from '../../outcome/write-outcome.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readPhone } from '../../platform/messages/read-phone.ts';
import { mintInvite, type Recipient } from '../participants/exports/mint-invite.ts';
import { createSession, type Operator } from '../sessions/exports/create-session.ts';
import { createCallbacks } from '../webhooks/exports/create-callbacks.ts';
import { inspectionStatusOf } from './inspection-view.ts';

/** Creates a session, its callbacks and the invite to it, whose link is in this reply and in no other. */
export const createInspection = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  {
    operator,
    body,
  }: { operator: Operator & { linkDomain: string | null }; body: z.output<typeof CreateInspectionBody> },
): Promise<z.infer<typeof CreatedInspection>> => {
  const { participant, callbacks = {}, ...words } = body;
  const recipient = readParticipant(context.config, {
    participant,
    timeZone: operator.organisationTimeZone,
  });
  const session = await createSession(context, tx, { operator, body: words });
  // The callbacks and the invite refer to it.
  await writeNewSession(tx);
  const { organisationId, credentialId, memberId, linkDomain } = operator;
  const key = { organisationId, sessionId: session.id };
  // Before the events of this transaction are sent: the callbacks get them, too.
  await createCallbacks(context, tx, { ...key, callbacks });
  const invite = await mintInvite(context, tx, { ...key, credentialId, memberId, linkDomain, recipient });
  return {
    id: session.id,
    status: inspectionStatusOf(session.status),
    join_url: invite.join_url,
    expires_at: invite.expires_at,
  };
};

type Participant = NonNullable<z.output<typeof CreateInspectionBody>['participant']>;

/**
 * Whom the invite of a new inspection is for. Link and code both go over the one channel that is named, and an
 * address of the other channel is refused, since it would get a code, too. Without a participant nothing is sent.
 *
 * @param given `timeZone` is the organisation's
 * @throws {ApiError} validation_error
 */
const readParticipant = (
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

import { contract, type CreateParticipantBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { invalidField } from '../../api-error.ts';
import type { Config } from '../../config/read-config.ts';
import type { Context } from '../../context.ts';
import { sessionKeyOf, type Caller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { readPhone } from '../../platform/messages/read-phone.ts';
import { listInvites } from './list-invites.ts';
import { mintInvite, type Recipient } from './exports/mint-invite.ts';
import { reissueInvite } from './reissue-invite.ts';
import { revokeInvite } from './revoke-invite.ts';

export const participantRoutes = (context: Context) =>
  implement(contract.participants, {
    create: (tx, { caller, params, body = {} }) =>
      mintInvite(context, tx, {
        ...sessionKeyOf({ caller, params }),
        recipient: readRecipient(context.config, { body, timeZone: caller.organisationTimeZone }),
        ttlMinutes: body.ttl_minutes,
        linkDomain: caller.linkDomain,
      }),
    list: (given) => listInvites(context, { ...sessionKeyOf(given), ...given.query }),
    reissue: (tx, given) =>
      reissueInvite(context, tx, { ...inviteKeyOf(given), linkDomain: given.caller.linkDomain }),
    revoke: (tx, given) => revokeInvite(context, tx, inviteKeyOf(given)),
  });

const inviteKeyOf = (given: { caller: Caller; params: { session_id: string; invite_id: string } }) => ({
  ...sessionKeyOf(given),
  inviteId: given.params.invite_id,
});

// Whom an invite is for, from a request's body: absent strings are '', the phone number is E.164. `timeZone` is the organisation's.
const readRecipient = (
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

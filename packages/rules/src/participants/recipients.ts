import type { Shot } from '@field-inspection/contract';
import type { Actor, Fact } from '../effects.ts';
import { invalidField, noSuch, Refusal } from '../refusal.ts';
import { requireUnrevoked, type Recipient } from './invites.ts';

/** For a link that anybody may use who has it. */
export const NOBODY: Recipient = {
  recipient_first_name: '',
  recipient_last_name: '',
  recipient_email: '',
  recipient_phone: '',
  send_email: false,
  send_sms: false,
  send_code: true,
};

/** Reads a phone number of a field as E.164. */
export type ReadPhone = (field: string, given: string) => string;

export const noPhone = (field: string): Refusal =>
  invalidField(field, 'must be a phone number with its country code, such as +39 333 123 4567');

type Named = {
  recipient_first_name?: string | undefined;
  recipient_last_name?: string | undefined;
  recipient_email?: string | undefined;
  recipient_phone?: string | undefined;
  send_email?: boolean | undefined;
  send_sms?: boolean | undefined;
  send_code?: boolean | undefined;
};

export const readRecipient = (body: Named, readPhone: ReadPhone): Recipient => {
  const { recipient_email: email = '', recipient_phone: phone = '' } = body;
  if (body.send_email && email === '')
    throw invalidField('send_email', 'needs recipient_email: there is no address to send the link to');
  if (body.send_sms && phone === '')
    throw invalidField('send_sms', 'needs recipient_phone: there is no number to send the link to');
  return {
    recipient_first_name: body.recipient_first_name ?? '',
    recipient_last_name: body.recipient_last_name ?? '',
    recipient_email: email,
    recipient_phone: phone === '' ? '' : readPhone('recipient_phone', phone),
    send_email: body.send_email ?? false,
    send_sms: body.send_sms ?? false,
    send_code: body.send_code ?? true,
  };
};

export type GivenParticipant = {
  name?: string | undefined;
  channel: string;
  phone?: string | undefined;
  email?: string | undefined;
  send_code?: boolean | undefined;
};

/**
 * Link and code both go over the one named channel. An address of the other channel is refused, since it would get a
 * code, too. Without a participant nothing is sent.
 */
export const readParticipant = (given: GivenParticipant | undefined, readPhone: ReadPhone): Recipient => {
  if (!given) return NOBODY;
  // Messages greet by the first word.
  const [first = '', ...rest] = (given.name ?? '').trim().split(/\s+/);
  return {
    ...NOBODY,
    recipient_first_name: first,
    recipient_last_name: rest.join(' '),
    ...readAddress(given, readPhone),
    send_email: given.channel === 'email',
    send_sms: given.channel === 'sms',
    send_code: given.send_code ?? true,
  };
};

const readAddress = ({ channel, phone = '', email = '' }: GivenParticipant, readPhone: ReadPhone) => {
  if (channel === 'sms') {
    if (phone === '') throw invalidField('participant.phone', 'is needed: the channel is sms');
    if (email !== '') throw invalidField('participant.email', 'must be absent: the channel is sms');
    return { recipient_phone: readPhone('participant.phone', phone) };
  }
  if (email === '') throw invalidField('participant.email', 'is needed: the channel is email');
  if (phone !== '') throw invalidField('participant.phone', 'must be absent: the channel is email');
  return { recipient_email: email };
};

/** The link goes out again, by e-mail where there is an address, even if it was not sent before. */
export const recipientOf = (invite: Recipient): Recipient => ({
  recipient_first_name: invite.recipient_first_name,
  recipient_last_name: invite.recipient_last_name,
  recipient_email: invite.recipient_email,
  recipient_phone: invite.recipient_phone,
  send_email: invite.recipient_email !== '',
  send_sms: invite.recipient_email === '' && invite.recipient_phone !== '',
  send_code: invite.send_code,
});

/**
 * Gives the invite whose person is asked for more.
 *
 * @param found the named invite, or else the last unrevoked one
 * @throws {Refusal} where there is none, or it is revoked
 */
export const requireAsked = <Invite extends { revoked_at: unknown }>(
  found: Invite | null | undefined,
  named: string | undefined,
): Invite => {
  if (found) {
    requireUnrevoked(found);
    return found;
  }
  if (named !== undefined) throw noSuch('invite', named);
  throw new Refusal(
    'session.invalid_state',
    'The session has no invite that is not revoked. Mint one first.',
  );
};

/** Gives the named slots in the order of the shots; without names, those still missing. */
export const listAsked = (
  shots: readonly Shot[],
  { slots, message }: { slots?: readonly string[] | undefined; message?: string | undefined },
  missing: readonly string[],
): string[] => {
  const known = shots.map(({ slot }) => slot);
  const unknown = slots?.find((slot) => !known.includes(slot));
  if (slots && unknown !== undefined) {
    const choice = known.length > 0 ? known.join(', ') : 'the session asks for nothing';
    throw invalidField(`slots.${slots.indexOf(unknown)}`, `must be one of its shots: ${choice}`);
  }
  if (slots) return known.filter((slot) => slots.includes(slot));
  if (missing.length > 0 || message !== undefined) return [...missing];
  const detail = 'Nothing is missing. Name the slots to ask for once more, or give a message.';
  throw new Refusal('session.invalid_state', detail);
};

export const factOfRequest = (
  {
    participantId,
    askedBefore,
    slots,
    message = '',
  }: { participantId: string; askedBefore: string; slots: string[]; message?: string | undefined },
  actor: Actor | undefined,
): Fact => ({
  kind: 'participant.asked',
  payload: { ...actor, participant_id: participantId, asked_before: askedBefore },
  personal: { slots, ...(message === '' ? {} : { message }) },
});

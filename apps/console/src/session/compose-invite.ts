import type { CreateParticipantBody } from '@field-inspection/sdk';
import type { Channel } from '../fields/person-fields.tsx';

type Typed = { channel: Channel; name: string; address: string };

/** The first word of a name is the first name, as where an inspection is created with its person. */
export const composeInvite = ({ channel, name, address }: Typed): CreateParticipantBody => {
  const [first = '', ...rest] = name.split(/\s+/);
  const named = { recipient_first_name: first, recipient_last_name: rest.join(' ') };
  if (channel === 'email') return { ...named, recipient_email: address, send_email: true };
  if (channel === 'sms') return { ...named, recipient_phone: address, send_sms: true };
  return {};
};

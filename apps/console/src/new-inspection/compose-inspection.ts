import type { Channel } from '../fields/person-fields.tsx';
import type { CreatedInspection, CreateInspectionBody, Locale, ShotInput } from '@field-inspection/sdk';

/** The fields of the form, as they were typed. */
export type Typed = Record<
  'reference' | 'site_address' | 'name' | 'address' | 'language' | 'appointment' | 'notes' | 'shots',
  string
> &
  Record<'contact_name' | 'contact_phone' | 'contact_email', string> & { channel: Channel };

/** The form before anything is typed. */
export const NOTHING_TYPED: Omit<Typed, 'channel'> = {
  reference: '',
  site_address: '',
  name: '',
  address: '',
  language: '',
  appointment: '',
  notes: '',
  shots: '',
  contact_name: '',
  contact_phone: '',
  contact_email: '',
};

/** A created inspection, whose link is shown once, and where the link was sent. */
export type Made = { inspection: CreatedInspection; sentTo: string | undefined };

/** `locale` is in which the shots are written where no language was chosen. */
export const composeInspection = (typed: Typed, locale: Locale): CreateInspectionBody => {
  const { reference, site_address, language, appointment, notes, shots } = typed;
  const asked = readShots(shots, (language || locale) as Locale);
  return {
    ...(reference !== '' && { reference }),
    ...(site_address !== '' && { site_address }),
    ...(notes !== '' && { notes }),
    ...(language !== '' && { locale: language as Locale }),
    ...(appointment !== '' && { scheduled_for: new Date(appointment).toISOString() }),
    ...(asked.length > 0 && { shots: asked }),
    ...composeParticipant(typed),
    ...composeContact(typed),
  };
};

/** A line is a shot. Its slot is its number, since a label may be in any script. */
const readShots = (lines: string, locale: Locale): ShotInput[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, index) => ({ slot: `shot-${index + 1}`, label: { [locale]: line } }));

const composeParticipant = ({ channel, name, address }: Typed): Pick<CreateInspectionBody, 'participant'> => {
  const named = name === '' ? {} : { name };
  if (channel === 'email') return { participant: { ...named, channel, email: address } };
  if (channel === 'sms') return { participant: { ...named, channel, phone: address } };
  return {};
};

const composeContact = (typed: Typed): Pick<CreateInspectionBody, 'contact'> => {
  const { contact_name: name, contact_phone: phone, contact_email: email } = typed;
  return `${name}${phone}${email}` === '' ? {} : { contact: { name, phone, email } };
};

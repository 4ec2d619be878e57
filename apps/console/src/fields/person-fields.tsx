import { write } from '../words/words.ts';
import { Field } from './field.tsx';
import { Radios } from './radios.tsx';

export type Channel = 'email' | 'sms' | 'hand';

const CHANNELS: Channel[] = ['email', 'sms', 'hand'];

type Props = { channel: Channel; onChannel: (channel: Channel) => void };

/** The fields for the person who is invited, and for how the link reaches them. */
export const PersonFields = ({ channel, onChannel }: Props) => (
  <>
    <Radios
      label={write('new.channel')}
      words={CHANNELS}
      value={channel}
      write={(word) => write(`new.by_${word}`)}
      onChange={onChannel}
    />
    {channel === 'email' && <Field label={write('account.email')} name="address" type="email" required />}
    {channel === 'sms' && <Field label={write('new.phone')} name="address" type="tel" required />}
    {channel !== 'hand' && <Field label={write('new.name')} name="name" maxLength={200} />}
  </>
);

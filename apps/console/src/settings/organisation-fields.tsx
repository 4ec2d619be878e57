import type { Organisation } from '@field-inspection/sdk';
import { Choice } from '../fields/choice.tsx';
import { Field } from '../fields/field.tsx';
import { LOCALES, nameLanguage } from '../fields/locales.ts';
import { write } from '../words/words.ts';

export const OrganisationFields = ({ before }: { before: Organisation }) => (
  <>
    <Field label={write('account.name')} name="name" maxLength={200} required defaultValue={before.name} />
    <Choice
      label={write('organisation.language')}
      name="locale"
      value={before.locale}
      words={LOCALES}
      write={nameLanguage}
    />
    <Field
      label={write('organisation.time_zone')}
      name="time_zone"
      maxLength={64}
      required
      defaultValue={before.time_zone}
    />
    <Field
      label={write('organisation.idle')}
      name="idle"
      type="number"
      min={5}
      max={480}
      required
      defaultValue={before.sign_in_idle_minutes}
    />
    <Field
      label={write('organisation.life')}
      name="life"
      type="number"
      min={5}
      max={1440}
      required
      defaultValue={before.sign_in_life_minutes}
    />
    <fieldset className="group">
      <legend className="label">{write('organisation.contact')}</legend>
      <Field
        label={write('account.name')}
        name="contact_name"
        maxLength={100}
        defaultValue={before.contact?.name}
      />
      <Field
        label={write('new.contact_phone')}
        name="contact_phone"
        type="tel"
        maxLength={32}
        defaultValue={before.contact?.phone}
      />
      <Field
        label={write('account.email')}
        name="contact_email"
        type="email"
        defaultValue={before.contact?.email}
      />
    </fieldset>
  </>
);

import type { Locale } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../parts/button.tsx';
import { Field, Lines } from '../fields/field.tsx';
import { readForm } from '../fields/read-form.ts';
import { PersonFields, type Channel } from '../fields/person-fields.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { useMe } from '../service/me.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';
import { composeInspection, NOTHING_TYPED, type Made, type Typed } from './compose-inspection.ts';
import { LOCALES, nameLanguage } from '../fields/locales.ts';

/** A single call creates the inspection and invites the person: neither is there without the other. */
export const InspectionForm = ({ onMade }: { onMade: (made: Made) => void }) => {
  const [channel, setChannel] = useState<Channel>('email');
  const { locale } = useMe();
  const create = useMutation({
    mutationFn: async (typed: Typed): Promise<Made> => ({
      inspection: await client.v1.inspections.create(composeInspection(typed, (locale ?? 'en') as Locale)),
      sentTo: channel === 'hand' ? undefined : typed.address,
    }),
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
      onMade(made);
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate({ ...NOTHING_TYPED, ...readForm(event.currentTarget), channel });
  };
  return (
    <form className="section form" onSubmit={send}>
      <PersonFields channel={channel} onChannel={setChannel} />
      <Field label={write('label.reference')} name="reference" maxLength={200} />
      <Field label={write('label.site_address')} name="site_address" maxLength={300} />
      <LanguageChoice />
      <Field label={write('label.scheduled')} name="appointment" type="datetime-local" />
      <Lines label={write('new.shots')} name="shots" maxLength={10_000} />
      <Lines label={write('label.notes')} name="notes" maxLength={4000} />
      <fieldset className="group">
        <legend className="label">{write('new.contact')}</legend>
        <Field label={write('account.name')} name="contact_name" maxLength={100} />
        <Field label={write('new.contact_phone')} name="contact_phone" type="tel" maxLength={32} />
        <Field label={write('account.email')} name="contact_email" type="email" />
      </fieldset>
      <Button type="submit" isWaiting={create.isPending}>
        {write(channel === 'hand' ? 'new.create' : 'new.invite')}
      </Button>
      <Said saving={create} done="" />
    </form>
  );
};

/** The language of the pages and messages that the person gets. */
const LanguageChoice = () => (
  <label className="field">
    <span className="label">{write('new.language')}</span>
    <select className="input" name="language" defaultValue="">
      <option value="">{write('new.language_of_organisation')}</option>
      {LOCALES.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {nameLanguage(locale)}
        </option>
      ))}
    </select>
  </label>
);

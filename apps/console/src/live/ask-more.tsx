import type { Locale, Session } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Field } from '../fields/field.tsx';
import { readForm } from '../fields/read-form.ts';
import { Button } from '../parts/button.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { askAgain } from '../session/session-queries.ts';
import { write } from '../words/words.ts';
import { addShot } from './add-shot.ts';

/** The operator, who speaks with the person, asks in their own words for one more photo. */
export const AskMore = ({ session: { id, shots, locale } }: { session: Session }) => {
  const ask = useMutation({
    mutationFn: (text: string) =>
      client.sessions.update(id, { shots: addShot(shots, text, locale as Locale) }),
    onSuccess: () => askAgain(id),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    ask.mutate(readForm(form).label ?? '', { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={send}>
      <Field label={write('live.more')} name="label" maxLength={80} required />
      <Button kind="secondary" type="submit" isWaiting={ask.isPending}>
        {write('live.more_now')}
      </Button>
      <Said saving={ask} done={write('live.more_done')} />
    </form>
  );
};

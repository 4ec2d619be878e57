import type { Locale, MemberRole } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { DialogTrigger, Button as Trigger } from 'react-aria-components';
import { Button } from '../parts/button.tsx';
import { Choice } from '../fields/choice.tsx';
import { Field } from '../fields/field.tsx';
import { LOCALES, nameLanguage } from '../fields/locales.ts';
import { Panel } from '../parts/panel.tsx';
import { readForm } from '../fields/read-form.ts';
import { Said } from '../parts/said.tsx';
import { StepUpNote } from '../parts/step-up-note.tsx';
import { client } from '../service/client.ts';
import { queryClient } from '../service/query-client.ts';
import { write, writeWord } from '../words/words.ts';
import { ROLES } from './read-member-filters.ts';

/** The person gets an e-mail with a link, in their language. */
export const InviteMember = () => {
  const invite = useMutation({
    mutationFn: ({ email = '', name = '', role, locale }: Record<string, string>) =>
      client.members.create({
        email,
        name,
        role: role as MemberRole,
        ...(locale && { locale: locale as Locale }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    invite.mutate(readForm(event.currentTarget));
  };
  return (
    <DialogTrigger>
      <Trigger className="button">{write('members.invite')}</Trigger>
      <Panel heading={write('members.invite')}>
        <StepUpNote />
        <form className="form" onSubmit={send}>
          <Field label={write('account.email')} name="email" type="email" required />
          <Field label={write('account.name')} name="name" maxLength={200} required />
          <Choice
            label={write('account.role')}
            name="role"
            value="inspector"
            words={ROLES}
            write={(word) => writeWord('role', word)}
          />
          <Choice
            label={write('new.language')}
            name="locale"
            value=""
            words={LOCALES}
            write={nameLanguage}
            none={write('new.language_of_organisation')}
          />
          <Button type="submit" isWaiting={invite.isPending}>
            {write('members.invite_now')}
          </Button>
          <Said
            saving={invite}
            done={invite.data ? write('members.invited', { email: invite.data.email }) : ''}
          />
        </form>
      </Panel>
    </DialogTrigger>
  );
};

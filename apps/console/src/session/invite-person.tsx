import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { DialogTrigger, Button as Trigger } from 'react-aria-components';
import { Button } from '../parts/button.tsx';
import { LinkOnce } from '../parts/link-once.tsx';
import { Panel } from '../parts/panel.tsx';
import { PersonFields, type Channel } from '../fields/person-fields.tsx';
import { readForm } from '../fields/read-form.ts';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { composeInvite } from './compose-invite.ts';
import { askAgain } from './session-queries.ts';

/** Invites a person to an inspection that is there already. */
export const InvitePerson = ({ sessionId, isFirst }: { sessionId: string; isFirst: boolean }) => {
  if (!useMay('participants:write')) return null;
  return (
    <DialogTrigger>
      <Trigger className={isFirst ? 'button' : 'button secondary'}>{write('members.invite')}</Trigger>
      <Panel heading={write('members.invite')}>
        <InviteForm sessionId={sessionId} />
      </Panel>
    </DialogTrigger>
  );
};

const InviteForm = ({ sessionId }: { sessionId: string }) => {
  const [channel, setChannel] = useState<Channel>('email');
  const invite = useMutation({
    mutationFn: async ({ name = '', address = '' }: Record<string, string>) => {
      const { join_url: url } = await client.participants.create(
        sessionId,
        composeInvite({ channel, name, address }),
      );
      return { url, sentTo: channel === 'hand' ? undefined : address };
    },
    onSuccess: () => askAgain(sessionId),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    invite.mutate(readForm(event.currentTarget));
  };
  if (invite.data) return <LinkOnce {...invite.data} />;
  return (
    <form className="form" onSubmit={send}>
      <PersonFields channel={channel} onChannel={setChannel} />
      <Button type="submit" isWaiting={invite.isPending}>
        {write('members.invite_now')}
      </Button>
      <Said saving={invite} done="" />
    </form>
  );
};

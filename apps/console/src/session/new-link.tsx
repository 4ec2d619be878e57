import type { Invite } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Confirm } from '../parts/confirm.tsx';
import { LinkOnce } from '../parts/link-once.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { askAgain } from './session-queries.ts';

/** Gives a person another link in the stead of theirs, which nobody can show again. */
export const NewLink = ({ person: { id, session } }: { person: Invite }) => {
  const reissue = useMutation({
    mutationFn: () => client.participants.reissue(session, id),
    onSuccess: () => askAgain(session),
  });
  if (!useMay('participants:write')) return null;
  const { data } = reissue;
  const sent = data?.messages.find(({ kind }) => kind === 'invite');
  return (
    <Confirm
      label={write('session.new_link')}
      words={write('session.new_link_words')}
      now={write('session.new_link_now')}
      saving={reissue}
    >
      {data && (
        <LinkOnce url={data.join_url} sentTo={sent && (data.recipient_email || data.recipient_phone)} />
      )}
    </Confirm>
  );
};

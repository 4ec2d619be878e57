import type { Session } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { DialogTrigger, Button as Trigger } from 'react-aria-components';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { hasEnded } from './count-shots.ts';
import { askAgain } from './session-queries.ts';

/** The confirmation names what follows, and what would stay outside. */
export const EndSession = ({ session }: { session: Session }) => {
  const { id, unsent_items: unsent } = session;
  const mayWrite = useMay('sessions:write');
  const end = useMutation({ mutationFn: () => client.sessions.end(id), onSuccess: () => askAgain(id) });
  if (hasEnded(session)) return null;
  if (!mayWrite)
    return (
      <p className="quiet">
        {write('session.end')}: {write('error.permission')}
      </p>
    );
  return (
    <DialogTrigger>
      <Trigger className="button secondary">{write('session.end')}</Trigger>
      <Panel heading={write('session.end')}>
        <p className="text">{write('session.end_words')}</p>
        {unsent > 0 && <p className="note">{write('session.end_unsent', { count: unsent })}</p>}
        <Button isWaiting={end.isPending} onPress={() => end.mutate()}>
          {write('session.end_now')}
        </Button>
        <Said saving={end} done="" />
      </Panel>
    </DialogTrigger>
  );
};

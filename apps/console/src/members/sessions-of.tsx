import type { MemberSession } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Asked } from '../parts/asked.tsx';
import { Button } from '../parts/button.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { askMemberAgain, useSessionsOf } from './member-queries.ts';

/** Shows where a member is signed in, and signs them out there. */
export const SessionsOf = ({ memberId }: { memberId: string }) => (
  <Asked query={useSessionsOf(memberId)}>
    {(sessions) =>
      sessions.length === 0 ? (
        <p className="quiet">{write('members.no_session')}</p>
      ) : (
        <ul className="people">
          {sessions.map((session) => (
            <Session key={session.id} session={session} memberId={memberId} />
          ))}
        </ul>
      )
    }
  </Asked>
);

const Session = ({ session, memberId }: { session: MemberSession; memberId: string }) => {
  const end = useMutation({
    mutationFn: () => client.memberSessions.end(memberId, session.id),
    onSuccess: () => askMemberAgain(memberId),
  });
  return (
    <li>
      <p className="text">
        <strong dir="auto">{session.device}</strong> {writeWord('way', session.way)}{' '}
        <span className="quiet">{writeTime(session.last_used_at ?? session.created_at)}</span>
      </p>
      {session.is_current && <p className="quiet">{write('members.here')}</p>}
      {useMay('credentials:write') && !session.is_current && (
        <Button kind="secondary" isWaiting={end.isPending} onPress={() => end.mutate()}>
          {write('members.end_session')}
        </Button>
      )}
      <Said saving={end} done="" />
    </li>
  );
};

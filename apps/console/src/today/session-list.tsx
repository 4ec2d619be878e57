import type { Session } from '@field-inspection/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Asked } from '../parts/asked.tsx';
import { More } from '../parts/more.tsx';
import { listNameless, useSessionName, type Named } from '../session/use-session-name.ts';
import type { usePages } from '../service/use-pages.ts';
import { writeTime } from '../words/write-values.ts';
import { byAppointment } from './days.ts';

type Props = {
  query: ReturnType<typeof usePages<Session>>;
  /** Stands there while the list is empty. */
  none: ReactNode;
  /** Names what is to be done with each. */
  action: string;
  isByTime?: boolean;
  /** Whether the action leads into the live room. */
  isLive?: boolean;
};

/** Lists sessions, each with one action. */
export const SessionList = ({ query, none, action, isByTime = false, isLive = false }: Props) => (
  <Asked query={query}>
    {(sessions) => (
      <>
        {sessions.length === 0 && none}
        {sessions.length > 0 && (
          <ul className="waiting">
            {listNameless(isByTime ? byAppointment(sessions) : sessions).map(({ session, isAsked }) => (
              <Waiting key={session.id} session={session} isAsked={isAsked} action={action} isLive={isLive} />
            ))}
          </ul>
        )}
        <More query={query} />
      </>
    )}
  </Asked>
);

/** The action names the inspection, too, for who hears it without its row. */
const Waiting = ({ session, isAsked, action, isLive }: Named & { action: string; isLive: boolean }) => {
  const { id, notes, scheduled_for: scheduled, ended_at: ended, started_at: started } = session;
  const name = useSessionName(session, isAsked);
  const time = ended ?? started ?? scheduled;
  return (
    <li>
      <strong dir="auto">{name}</strong>
      <span className="quiet">{time && writeTime(time)}</span>
      <span className="cut" dir="auto">
        {notes}
      </span>
      <Link
        className="button secondary"
        to={isLive ? '/inspections/$sessionId/live' : '/inspections/$sessionId'}
        params={{ sessionId: id }}
        aria-label={`${action}: ${name}`}
      >
        {action}
      </Link>
    </li>
  );
};

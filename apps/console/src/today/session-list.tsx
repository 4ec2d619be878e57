import type { Session } from '@field-inspection/sdk';
import { Link } from '@tanstack/react-router';
import { Asked } from '../parts/asked.tsx';
import { More } from '../parts/more.tsx';
import type { usePages } from '../service/use-pages.ts';
import { writeTime } from '../words/write-time.ts';
import { byAppointment } from './days.ts';

type Props = {
  query: ReturnType<typeof usePages<Session>>;
  /** Stands there while the list is empty. */
  none: string;
  /** Names what is to be done with each. */
  action: string;
  isByTime?: boolean;
};

/** Lists sessions, each with one action. */
export const SessionList = ({ query, none, action, isByTime = false }: Props) => (
  <Asked query={query}>
    {(sessions) => (
      <>
        {sessions.length === 0 && none !== '' && <p className="quiet">{none}</p>}
        {sessions.length > 0 && (
          <ul className="waiting">
            {(isByTime ? byAppointment(sessions) : sessions).map((session) => (
              <Waiting key={session.id} session={session} action={action} />
            ))}
          </ul>
        )}
        <More query={query} />
      </>
    )}
  </Asked>
);

/** The action names the inspection, too, for who hears it without its row. */
const Waiting = ({ session, action }: { session: Session; action: string }) => {
  const { id, reference, notes, scheduled_for: scheduled, ended_at: ended, started_at: started } = session;
  const name = reference || id.slice(-12);
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
        to="/inspections/$sessionId"
        params={{ sessionId: id }}
        aria-label={`${action}: ${name}`}
      >
        {action}
      </Link>
    </li>
  );
};

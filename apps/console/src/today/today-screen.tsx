import type { ListSessionsQuery } from '@field-inspection/sdk';
import { Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { Empty } from '../parts/empty.tsx';
import { ToNew } from '../parts/to-new.tsx';
import { client } from '../service/client.ts';
import { usePages } from '../service/use-pages.ts';
import { write } from '../words/words.ts';
import { startOfDay } from './days.ts';
import { SessionList } from './session-list.tsx';

const PAGE_SIZE = 50;

const useSessions = (filters: ListSessionsQuery) =>
  usePages(['sessions', 'today', filters], (page, options) =>
    client.sessions.list({ ...filters, ...page, limit: PAGE_SIZE }, options),
  );

/** Begins the day: who is live, which appointments come, and what waits for an outcome. */
export const TodayScreen = () => (
  <Screen heading={write('today.heading')} actions={<ToNew />}>
    <Section heading={write('today.live')} scope="sessions:read">
      <Live />
    </Section>
    <Section heading={write('status.open')} scope="sessions:read">
      <UnderWay />
    </Section>
    <Section heading={write('today.appointments')} scope="sessions:read">
      <Appointments />
    </Section>
    <Section heading={write('today.unjudged')} scope="sessions:read">
      <Unjudged />
    </Section>
    <InCode
      calls={[CALLS.listSessions({ status: 'open', live: 'true' }), CALLS.listSessions({ outcome: 'none' })]}
    />
  </Screen>
);

const Live = () => {
  const open = useSessions({ status: 'open', live: true });
  const recorded = useSessions({ status: 'recording' });
  return (
    <>
      <SessionList query={recorded} none={null} action={write('live.enter')} isLive />
      <SessionList
        query={open}
        none={!recorded.data?.length && <Empty words={write('today.nobody_live')} />}
        action={write('live.enter')}
        isLive
      />
    </>
  );
};

/** Somebody has joined, and is not connected now. */
const UnderWay = () => (
  <SessionList
    query={useSessions({ status: 'open', live: false })}
    none={<Empty words={write('today.none_open')} />}
    action={write('new.open')}
  />
);

const Appointments = () => {
  const now = new Date();
  const query = useSessions({
    status: 'created',
    scheduled_after: startOfDay(now, 0).toISOString(),
    scheduled_before: startOfDay(now, 2).toISOString(),
  });
  return (
    <SessionList
      query={query}
      none={<Empty words={write('today.no_appointment')} />}
      action={write('new.open')}
      isByTime
    />
  );
};

const Unjudged = () => (
  <SessionList
    query={useSessions({ outcome: 'none' })}
    none={
      <Empty words={write('today.all_judged')}>
        <Link className="link" to="/inspections" search={{ status: 'closed' }}>
          {write('today.to_closed')}
        </Link>
      </Empty>
    }
    action={write('today.say_outcome')}
  />
);

import type { ListSessionsQuery } from '@field-inspection/sdk';
import { Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
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
  <Screen heading={write('today.heading')} actions={useMay('sessions:write') && <ToNew />}>
    <Section heading={write('today.live')} scope="sessions:read">
      <Live />
    </Section>
    <Section heading={write('today.appointments')} scope="sessions:read">
      <Appointments />
    </Section>
    <Section heading={write('today.unjudged')} scope="sessions:read">
      <Unjudged />
    </Section>
    <InCode calls={[CALLS.listSessions({ status: 'open' }), CALLS.listSessions({ outcome: 'none' })]} />
  </Screen>
);

const ToNew = () => (
  <Link className="button" to="/inspections/new">
    {write('new.heading')}
  </Link>
);

const Live = () => {
  const open = useSessions({ status: 'open' });
  const recorded = useSessions({ status: 'recording' });
  return (
    <>
      <SessionList query={recorded} none="" action={write('new.open')} />
      <SessionList
        query={open}
        none={recorded.data?.length ? '' : write('today.nobody_live')}
        action={write('new.open')}
      />
    </>
  );
};

const Appointments = () => {
  const now = new Date();
  const query = useSessions({
    status: 'created',
    scheduled_after: startOfDay(now, 0).toISOString(),
    scheduled_before: startOfDay(now, 2).toISOString(),
  });
  return (
    <SessionList query={query} none={write('today.no_appointment')} action={write('new.open')} isByTime />
  );
};

const Unjudged = () => (
  <SessionList
    query={useSessions({ outcome: 'none' })}
    none={write('today.all_judged')}
    action={write('today.say_outcome')}
  />
);

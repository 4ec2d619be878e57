import type { Session } from '@field-inspection/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Cell } from '../parts/cell.tsx';
import { Chip } from '../parts/chip.tsx';
import { Empty } from '../parts/empty.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { ToNew } from '../parts/to-new.tsx';
import { client } from '../service/client.ts';
import { listNameless, useSessionName, type Named } from '../session/use-session-name.ts';
import { usePages } from '../service/use-pages.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { FilterForm } from './filter-form.tsx';
import { composeQuery, type Filters } from './read-filters.ts';

const PAGE_SIZE = 50;

export const InspectionsScreen = () => {
  const filters: Filters = getRouteApi('/inspections').useSearch();
  return (
    <Screen heading={write('inspections.heading')} actions={<ToNew />}>
      <FilterForm filters={filters} />
      <div className="section">
        <Inspections filters={filters} />
      </div>
      <InCode calls={[CALLS.listSessions(spellQuery(filters))]} />
    </Screen>
  );
};

const spellQuery = (filters: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(composeQuery(filters)).map(([name, value]) => [name, String(value)]));

const Inspections = ({ filters }: { filters: Filters }) => {
  const query = usePages(['sessions', filters], (page, options) =>
    client.sessions.list({ ...composeQuery(filters), ...page, limit: PAGE_SIZE }, options),
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Asked query={query}>
      {(sessions) =>
        sessions.length === 0 ? (
          <Empty words={write(isFiltered ? 'inspections.none' : 'inspections.first')}>
            {isFiltered && <ToAll />}
          </Empty>
        ) : (
          <>
            <Table sessions={sessions} />
            <More query={query} />
          </>
        )
      }
    </Asked>
  );
};

const Table = ({ sessions }: { sessions: readonly Session[] }) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{write('label.reference')}</th>
        <th scope="col">{write('label.status')}</th>
        <th scope="col">{write('label.outcome')}</th>
        <th scope="col">{write('label.notes')}</th>
        <th scope="col">{write('label.scheduled')}</th>
        <th scope="col">{write('label.operator')}</th>
        <th scope="col">{write('inspections.created')}</th>
      </tr>
    </thead>
    <tbody>
      {listNameless(sessions).map(({ session, isAsked }) => (
        <Row key={session.id} session={session} isAsked={isAsked} />
      ))}
    </tbody>
  </table>
);

const ToAll = () => (
  <Link className="link" to="/inspections">
    {write('inspections.clear')}
  </Link>
);

const Row = ({ session, isAsked }: Named) => (
  <tr>
    <th scope="row">
      <Link className="link" to="/inspections/$sessionId" params={{ sessionId: session.id }}>
        <bdi>{useSessionName(session, isAsked)}</bdi>
      </Link>
    </th>
    <Cell name={write('label.status')}>
      <Chip group="status" word={session.status} />
    </Cell>
    <Cell name={write('label.outcome')}>
      {session.outcome && <Chip group="outcome" word={session.outcome.outcome} />}
    </Cell>
    <Cell name={write('label.notes')} isCut>
      {session.notes}
    </Cell>
    <Cell name={write('label.scheduled')}>{session.scheduled_for && writeTime(session.scheduled_for)}</Cell>
    <Cell name={write('label.operator')}>{session.operator_email}</Cell>
    <Cell name={write('inspections.created')}>{writeTime(session.created_at)}</Cell>
  </tr>
);

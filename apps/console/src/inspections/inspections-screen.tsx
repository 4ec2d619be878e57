import type { Session } from '@field-inspection/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Chip } from '../parts/chip.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { client } from '../service/client.ts';
import { usePages } from '../service/use-pages.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-time.ts';
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

const ToNew = () => (
  <Link className="button" to="/inspections/new">
    {write('new.heading')}
  </Link>
);

const Inspections = ({ filters }: { filters: Filters }) => {
  const query = usePages(['sessions', filters], (page, options) =>
    client.sessions.list({ ...composeQuery(filters), ...page, limit: PAGE_SIZE }, options),
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Asked query={query}>
      {(sessions) =>
        sessions.length === 0 ? (
          <p className="text">{write(isFiltered ? 'inspections.none' : 'inspections.first')}</p>
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
      {sessions.map((session) => (
        <Row key={session.id} session={session} />
      ))}
    </tbody>
  </table>
);

/** An inspection without a reference is named by its id. */
const Row = ({ session }: { session: Session }) => (
  <tr>
    <th scope="row">
      <Link className="link" to="/inspections/$sessionId" params={{ sessionId: session.id }}>
        <bdi>{session.reference || session.id.slice(-12)}</bdi>
      </Link>
    </th>
    <td>
      <Chip group="status" word={session.status} />
    </td>
    <td>{session.outcome && <Chip group="outcome" word={session.outcome.outcome} />}</td>
    <td className="cut" dir="auto">
      {session.notes}
    </td>
    <td>{session.scheduled_for && writeTime(session.scheduled_for)}</td>
    <td>{session.operator_email}</td>
    <td>{writeTime(session.created_at)}</td>
  </tr>
);

import type { WebhookEndpoint } from '@field-inspection/sdk';
import { Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { Asked } from '../parts/asked.tsx';
import { Cell } from '../parts/cell.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { useEndpoints } from './endpoint-queries.ts';
import { EndpointState } from './endpoint-state.tsx';
import { nameEndpoint } from './name-endpoint.ts';

/** Lists where events go, and whether they arrive. */
export const EndpointsScreen = () => (
  <>
    <DeveloperTabs />
    <Screen heading={write('endpoints.heading')} actions={useMay('webhooks:write') && <ToNew />}>
      <Section heading={write('endpoints.health')} scope="webhooks:read">
        <Endpoints />
      </Section>
      <InCode calls={[CALLS.listEndpoints()]} />
    </Screen>
  </>
);

const ToNew = () => (
  <Link className="button" to="/developers/endpoints/new">
    {write('endpoints.new')}
  </Link>
);

const Endpoints = () => (
  <Asked query={useEndpoints()}>
    {(endpoints) =>
      endpoints.length === 0 ? (
        <p className="quiet">{write('endpoints.none')}</p>
      ) : (
        <Table endpoints={endpoints} />
      )
    }
  </Asked>
);

const Table = ({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{write('endpoints.address')}</th>
        <th scope="col">{write('label.status')}</th>
        <th scope="col">{write('endpoints.description')}</th>
        <th scope="col">{write('endpoints.types')}</th>
        <th scope="col">{write('inspections.created')}</th>
      </tr>
    </thead>
    <tbody>
      {endpoints.map((endpoint) => (
        <tr key={endpoint.id}>
          <th scope="row" dir="auto">
            <Link
              className="link"
              to="/developers/endpoints/$endpointId"
              params={{ endpointId: endpoint.id }}
            >
              {nameEndpoint(endpoints, endpoint.id)}
            </Link>
          </th>
          <Cell name={write('label.status')}>
            <EndpointState endpoint={endpoint} />
          </Cell>
          <Cell name={write('endpoints.description')} isCut>
            {endpoint.description}
          </Cell>
          <Cell name={write('endpoints.types')} isCut>
            {endpoint.event_types.join(', ') || write('endpoints.all')}
          </Cell>
          <Cell name={write('inspections.created')}>{writeTime(endpoint.created_at)}</Cell>
        </tr>
      ))}
    </tbody>
  </table>
);

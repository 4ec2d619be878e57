import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { useEndpoints } from './endpoint-queries.ts';
import { nameEndpoint } from './name-endpoint.ts';
import { Choice } from '../fields/choice.tsx';
import { Filters } from '../parts/filters.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { write, writeWord } from '../words/words.ts';
import { Deliveries } from './deliveries.tsx';
import {
  DELIVERY_STATUSES,
  EVENT_TYPES,
  readDeliveryFilters,
  type DeliveryFilters,
} from './read-delivery-filters.ts';

/** Lists what the service sent to the endpoints, the newest first. */
export const DeliveriesScreen = () => {
  const filters: DeliveryFilters = getRouteApi('/developers/deliveries').useSearch();
  return (
    <>
      <DeveloperTabs />
      <Screen heading={write('deliveries.heading')}>
        <FilterForm filters={filters} />
        <Section heading={write('deliveries.newest')} scope="webhooks:read">
          <Deliveries filters={filters} />
        </Section>
        <InCode calls={[CALLS.listDeliveries(filters)]} />
      </Screen>
    </>
  );
};

const FilterForm = ({ filters }: { filters: DeliveryFilters }) => {
  const navigate = useNavigate({ from: '/developers/deliveries' });
  const endpoints = useEndpoints().data ?? [];
  const known = endpoints.map(({ id }) => id);
  const { endpoint } = filters;
  const listed = endpoint === undefined || known.includes(endpoint) ? known : [...known, endpoint];
  return (
    <Filters
      label={write('deliveries.filter')}
      shown={[filters, known]}
      onChange={(chosen) => void navigate({ search: readDeliveryFilters(chosen), replace: true })}
    >
      <Choice
        label={write('label.status')}
        name="status"
        value={filters.status}
        words={DELIVERY_STATUSES}
        write={(word) => writeWord('delivery', word)}
        none={write('inspections.any')}
      />
      <Choice
        label={write('deliveries.event_type')}
        name="event_type"
        value={filters.event_type}
        words={EVENT_TYPES}
        write={(word) => word}
        none={write('inspections.any')}
      />
      <Choice
        label={write('deliveries.endpoint')}
        name="endpoint"
        value={endpoint}
        words={listed}
        write={(id) => nameEndpoint(endpoints, id)}
        none={write('inspections.any')}
      />
    </Filters>
  );
};

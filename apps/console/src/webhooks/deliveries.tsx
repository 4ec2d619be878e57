import type { ListWebhookEventsQuery, WebhookDelivery } from '@field-inspection/sdk';
import { Link } from '@tanstack/react-router';
import { useEndpoints } from './endpoint-queries.ts';
import { nameEndpoint } from './name-endpoint.ts';
import { Asked } from '../parts/asked.tsx';
import { Cell } from '../parts/cell.tsx';
import { Chip } from '../parts/chip.tsx';
import { Empty } from '../parts/empty.tsx';
import { More } from '../parts/more.tsx';
import { client } from '../service/client.ts';
import { usePages } from '../service/use-pages.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import type { DeliveryFilters } from './read-delivery-filters.ts';

const PAGE_SIZE = 50;

export const Deliveries = ({ filters }: { filters: DeliveryFilters }) => {
  const query = usePages(['deliveries', filters], (page, options) =>
    client.webhookEvents.list({ ...(filters as ListWebhookEventsQuery), ...page, limit: PAGE_SIZE }, options),
  );
  return (
    <Asked query={query}>
      {(deliveries) => (
        <>
          {deliveries.length === 0 ? (
            <Empty words={write('deliveries.none')}>
              <Link className="link" to="/developers/endpoints">
                {write('endpoints.heading')}
              </Link>
            </Empty>
          ) : (
            <Table deliveries={deliveries} isOfOne={filters.endpoint !== undefined} />
          )}
          <More query={query} />
          <p className="quiet">{write('deliveries.reach')}</p>
        </>
      )}
    </Asked>
  );
};

type Props = { deliveries: readonly WebhookDelivery[]; isOfOne: boolean };

/** Those of one endpoint need not name it. */
const Table = ({ deliveries, isOfOne }: Props) => {
  const endpoints = useEndpoints().data ?? [];
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{write('deliveries.event_type')}</th>
          <th scope="col">{write('label.status')}</th>
          <th scope="col">{write('deliveries.answer')}</th>
          <th scope="col">{write('deliveries.attempts')}</th>
          {!isOfOne && <th scope="col">{write('deliveries.endpoint')}</th>}
          <th scope="col">{write('inspections.created')}</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.id}>
            <th scope="row">
              <Link
                className="link"
                to="/developers/deliveries/$deliveryId"
                params={{ deliveryId: delivery.id }}
              >
                {delivery.event_type} · {delivery.sequence}
              </Link>
            </th>
            <Cell name={write('label.status')}>
              <Chip group="delivery" word={delivery.status} />
            </Cell>
            <Cell name={write('deliveries.answer')}>{delivery.response_status}</Cell>
            <Cell name={write('deliveries.attempts')}>{delivery.attempt_count}</Cell>
            {!isOfOne && (
              <Cell name={write('deliveries.endpoint')} isCut>
                {nameEndpoint(endpoints, delivery.endpoint)}
              </Cell>
            )}
            <Cell name={write('inspections.created')}>{writeTime(delivery.created_at)}</Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

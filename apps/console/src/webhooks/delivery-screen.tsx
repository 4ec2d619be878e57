import type { WebhookDeliveryWithAttempts } from '@field-inspection/sdk';
import { NotFoundError } from '@field-inspection/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { useEndpoints } from './endpoint-queries.ts';
import { nameEndpoint } from './name-endpoint.ts';
import { Asked } from '../parts/asked.tsx';
import { Chip } from '../parts/chip.tsx';
import { Fact } from '../parts/fact.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { POLL_MS } from '../service/query-client.ts';
import { NotFound } from '../shell/not-found.tsx';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { Attempts } from './attempts.tsx';
import { Explanation } from './explanation.tsx';
import { Redeliver } from './redeliver.tsx';
import { Sent } from './sent.tsx';

/** Shows an event on its way to an endpoint: why it is where it is, what was sent, and what was answered. */
export const DeliveryScreen = () => {
  const { deliveryId } = getRouteApi('/developers/deliveries/$deliveryId').useParams();
  const query = useQuery({
    queryKey: ['delivery', deliveryId],
    queryFn: ({ signal }) => client.webhookEvents.get(deliveryId, { signal }),
    refetchInterval: POLL_MS,
  });
  if (query.error instanceof NotFoundError) return <NotFound />;
  return (
    <>
      <DeveloperTabs />
      <Asked query={query}>{(delivery) => <Shown delivery={delivery} />}</Asked>
    </>
  );
};

const Shown = ({ delivery }: { delivery: WebhookDeliveryWithAttempts }) => (
  <Screen
    heading={`${delivery.event_type} · ${delivery.sequence}`}
    actions={<Redeliver delivery={delivery} />}
  >
    <Facts delivery={delivery} />
    <Section heading={write('delivery.why')} scope="webhooks:read">
      <Explanation deliveryId={delivery.id} />
    </Section>
    <Section heading={write('deliveries.attempts')} scope="webhooks:read">
      <Attempts attempts={delivery.attempts} />
    </Section>
    <Section heading={write('delivery.request')} scope="webhooks:read">
      <Sent headers={delivery.request.headers} body={delivery.request.body} />
    </Section>
    <InCode calls={[CALLS.explainDelivery(delivery.id), CALLS.redeliver(delivery.id)]} />
  </Screen>
);

const Facts = ({ delivery }: { delivery: WebhookDeliveryWithAttempts }) => {
  const endpoints = useEndpoints().data ?? [];
  return (
    <dl className="facts">
      <div>
        <dt>{write('label.status')}</dt>
        <dd>
          <Chip group="delivery" word={delivery.status} />
        </dd>
      </div>
      <div>
        <dt>{write('deliveries.endpoint')}</dt>
        <dd dir="auto">
          <Link
            className="link"
            to="/developers/endpoints/$endpointId"
            params={{ endpointId: delivery.endpoint }}
          >
            {nameEndpoint(endpoints, delivery.endpoint)}
          </Link>
        </dd>
      </div>
      <Fact name={write('inspections.created')} value={writeTime(delivery.created_at)} />
      {delivery.delivered_at && (
        <Fact name={write('delivery.delivered')} value={writeTime(delivery.delivered_at)} />
      )}
      <Fact name={write('delivery.event')} value={delivery.event} />
    </dl>
  );
};

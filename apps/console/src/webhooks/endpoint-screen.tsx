import type { WebhookEndpoint } from '@field-inspection/sdk';
import { NotFoundError } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Deliveries } from './deliveries.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { Asked } from '../parts/asked.tsx';
import { Fact } from '../parts/fact.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { NotFound } from '../shell/not-found.tsx';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointForm, type TypedEndpoint } from './endpoint-form.tsx';
import { askEndpointAgain, useEndpoint } from './endpoint-queries.ts';
import { EndpointState } from './endpoint-state.tsx';
import { nameEndpoint } from './name-endpoint.ts';
import { Recover } from './recover.tsx';
import { TestEndpoint } from './test-endpoint.tsx';

export const EndpointScreen = () => {
  const { endpointId } = getRouteApi('/developers/endpoints/$endpointId').useParams();
  const query = useEndpoint(endpointId);
  if (query.error instanceof NotFoundError) return <NotFound />;
  return (
    <>
      <DeveloperTabs />
      <Asked query={query}>{(endpoint) => <Shown endpoint={endpoint} />}</Asked>
    </>
  );
};

const Shown = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { id, kind } = endpoint;
  return (
    <Screen
      heading={nameEndpoint([endpoint], id)}
      actions={useMay('webhooks:write') && <EndpointActions endpoint={endpoint} />}
    >
      <Facts endpoint={endpoint} />
      <div className="columns">
        <Section heading={write('deliveries.heading')} scope="webhooks:read">
          <Deliveries filters={{ endpoint: id }} />
        </Section>
        <div>
          <Section heading={write('endpoints.test')} scope="webhooks:write">
            <TestEndpoint endpointId={id} />
          </Section>
          {kind === 'push' && (
            <Section heading={write('endpoints.recover')} scope="webhooks:write">
              <Recover endpointId={id} />
            </Section>
          )}
          <Section heading={write('endpoints.edit')} scope="webhooks:write">
            <Edit endpoint={endpoint} key={JSON.stringify(endpoint)} />
          </Section>
        </div>
      </div>
      <InCode calls={[CALLS.testEndpoint(id), CALLS.recoverEndpoint(id, endpoint.created_at)]} />
    </Screen>
  );
};

const Facts = ({ endpoint }: { endpoint: WebhookEndpoint }) => (
  <dl className="facts">
    <div>
      <dt>{write('label.status')}</dt>
      <dd>
        <EndpointState endpoint={endpoint} />
      </dd>
    </div>
    {endpoint.paused_at && <Fact name={write('endpoints.paused_at')} value={writeTime(endpoint.paused_at)} />}
    <Fact name={write('endpoints.types')} value={endpoint.event_types.join(', ') || write('endpoints.all')} />
    <Fact name={write('inspections.created')} value={writeTime(endpoint.created_at)} />
  </dl>
);

const Edit = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const save = useMutation({
    mutationFn: (typed: TypedEndpoint) => client.webhookEndpoints.update(endpoint.id, typed),
    onSuccess: () => askEndpointAgain(endpoint.id),
  });
  return (
    <EndpointForm
      before={endpoint}
      hasAddress={endpoint.kind === 'push'}
      button={write('save')}
      saving={save}
    />
  );
};

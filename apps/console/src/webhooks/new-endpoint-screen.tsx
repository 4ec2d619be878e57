import type { WebhookEndpointWithSecret } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { Secret } from '../parts/copy-button.tsx';
import { Radios } from '../fields/radios.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';
import { EndpointForm, type TypedEndpoint } from './endpoint-form.tsx';

type Kind = 'push' | 'pull';

const KINDS: Kind[] = ['push', 'pull'];

export const NewEndpointScreen = () => {
  const [kind, setKind] = useState<Kind>('push');
  const create = useMutation({
    mutationFn: ({ url, ...typed }: TypedEndpoint) =>
      client.webhookEndpoints.create(
        url === undefined ? { ...typed, kind: 'pull' } : { ...typed, kind: 'push', url },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['endpoints'] }),
  });
  return (
    <>
      <DeveloperTabs />
      {create.data ? (
        <Created endpoint={create.data} />
      ) : (
        <Screen heading={write('endpoints.new')}>
          <Section heading={write('endpoints.kind')} scope="webhooks:write">
            <Radios
              label={write('endpoints.kind_words')}
              words={KINDS}
              value={kind}
              write={(word) => write(`endpoints.${word}`)}
              onChange={setKind}
            />
            <EndpointForm hasAddress={kind === 'push'} button={write('new.create')} saving={create} />
          </Section>
          <InCode calls={[CALLS.createEndpoint()]} />
        </Screen>
      )}
    </>
  );
};

const Created = ({ endpoint }: { endpoint: WebhookEndpointWithSecret }) => (
  <Screen heading={write('endpoints.created')}>
    <div className="section form">
      <Secret label={write('endpoints.secret')} secret={endpoint.signing_secret} />
      <Link className="link" to="/developers/endpoints/$endpointId" params={{ endpointId: endpoint.id }}>
        {write('endpoints.open')}
      </Link>
    </div>
  </Screen>
);

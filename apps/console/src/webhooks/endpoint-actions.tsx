import type { WebhookEndpoint } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Secret } from '../parts/copy-button.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';
import { askEndpointAgain } from './endpoint-queries.ts';

export const EndpointActions = ({ endpoint: { id, active } }: { endpoint: WebhookEndpoint }) => {
  const change = useMutation({
    mutationFn: () => client.webhookEndpoints.update(id, { active: !active }),
    onSuccess: () => askEndpointAgain(id),
  });
  return (
    <div className="actions">
      <Button kind="secondary" isWaiting={change.isPending} onPress={() => change.mutate()}>
        {write(active ? 'endpoints.pause' : 'endpoints.resume')}
      </Button>
      <Rotate endpointId={id} />
      <Delete endpointId={id} />
      <Said saving={change} done="" />
    </div>
  );
};

const Rotate = ({ endpointId }: { endpointId: string }) => {
  const rotate = useMutation({ mutationFn: () => client.v1.webhooks.rotate(endpointId) });
  return (
    <Confirm
      label={write('endpoints.rotate')}
      words={write('endpoints.rotate_words')}
      now={write('endpoints.rotate_now')}
      saving={rotate}
    >
      {rotate.data && <Secret label={write('endpoints.secret')} secret={rotate.data.signing_secret} />}
    </Confirm>
  );
};

const Delete = ({ endpointId }: { endpointId: string }) => {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.webhookEndpoints.delete(endpointId),
    onSuccess: async () => {
      await navigate({ to: '/developers/endpoints' });
      await queryClient.invalidateQueries({ queryKey: ['endpoints'] });
    },
  });
  return (
    <Confirm
      label={write('endpoints.delete')}
      words={write('endpoints.delete_words')}
      now={write('endpoints.delete_now')}
      saving={remove}
    />
  );
};

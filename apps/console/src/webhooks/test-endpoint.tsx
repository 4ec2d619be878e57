import type { TestEventType } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { EVENT_TYPES } from './read-delivery-filters.ts';
import { Button } from '../parts/button.tsx';
import { Choice } from '../fields/choice.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { write } from '../words/words.ts';
import { askEndpointAgain } from './endpoint-queries.ts';

/** Sends a sample that is delivered and logged like any event. */
export const TestEndpoint = ({ endpointId }: { endpointId: string }) => {
  const test = useMutation({
    mutationFn: (type: TestEventType) => client.webhookEndpoints.test(endpointId, { event_type: type }),
    onSuccess: () => askEndpointAgain(endpointId),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    test.mutate(new FormData(event.currentTarget).get('type') as TestEventType);
  };
  return (
    <form onSubmit={send}>
      <Choice
        label={write('deliveries.event_type')}
        name="type"
        value="ping"
        words={EVENT_TYPES}
        write={(word) => word}
      />
      <Button kind="secondary" type="submit" isWaiting={test.isPending}>
        {write('endpoints.test_send')}
      </Button>
      <Said saving={test} done={write('endpoints.tested')} />
      {test.data && (
        <Link className="link" to="/developers/deliveries/$deliveryId" params={{ deliveryId: test.data.id }}>
          {write('endpoints.open_delivery')}
        </Link>
      )}
    </form>
  );
};

import type { WebhookDelivery } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { Said } from '../parts/said.tsx';
import { NotAllowed } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';

/** Sends the same event again, with the same id, also after it was delivered. */
export const Redeliver = ({ delivery: { id } }: { delivery: WebhookDelivery }) => {
  const redeliver = useMutation({
    mutationFn: () => client.webhookEvents.redeliver(id),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['delivery', id] }),
        queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
      ]),
  });
  if (!useMay('webhooks:write')) return <NotAllowed />;
  return (
    <div>
      <Button isWaiting={redeliver.isPending} onPress={() => redeliver.mutate()}>
        {write('delivery.redeliver')}
      </Button>
      <Said saving={redeliver} done={write('delivery.redelivered')} />
    </div>
  );
};

import { useQuery } from '@tanstack/react-query';
import { Asked } from '../parts/asked.tsx';
import { Fact } from '../parts/fact.tsx';
import { client } from '../service/client.ts';
import { POLL_MS } from '../service/query-client.ts';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';

/** Says why a delivery is where it is. The service gives the reason in English, the state as a word. */
export const Explanation = ({ deliveryId }: { deliveryId: string }) => {
  const query = useQuery({
    queryKey: ['delivery', deliveryId, 'explanation'],
    queryFn: ({ signal }) => client.webhookEvents.explain(deliveryId, { signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Asked query={query}>
      {({ state, reason, due_at: due, attempts_left: left, last_error: error }) => (
        <>
          <p className="text">
            <strong>{writeWord('delivery_state', state)}</strong> <span lang="en">{reason}</span>
          </p>
          <dl className="facts">
            {due && <Fact name={write('delivery.due')} value={writeTime(due)} />}
            <Fact name={write('delivery.left')} value={String(left)} />
            {error !== null && <Fact name={write('delivery.last_error')} value={error} />}
          </dl>
        </>
      )}
    </Asked>
  );
};

import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '../parts/button.tsx';
import { Choice } from '../fields/choice.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { write, writeWord } from '../words/words.ts';
import { askEndpointAgain } from './endpoint-queries.ts';

const HOUR_MS = 3_600_000;

/** The service keeps deliveries for 30 days; an hour less of it, since the clock here may be behind. */
const HOURS: Record<string, number> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 - 1 };

/** Has all that an endpoint missed sent again. */
export const Recover = ({ endpointId }: { endpointId: string }) => {
  const recover = useMutation({
    mutationFn: (span: string) =>
      client.webhookEndpoints.recover(endpointId, {
        since: new Date(Date.now() - HOURS[span]! * HOUR_MS).toISOString(),
      }),
    onSuccess: () => askEndpointAgain(endpointId),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    recover.mutate(String(new FormData(event.currentTarget).get('span')));
  };
  return (
    <form onSubmit={send}>
      <p className="text">{write('endpoints.recover_words')}</p>
      <Choice
        label={write('endpoints.span')}
        name="span"
        value="day"
        words={Object.keys(HOURS)}
        write={(word) => writeWord('span', word)}
      />
      <Button kind="secondary" type="submit" isWaiting={recover.isPending}>
        {write('endpoints.recover_now')}
      </Button>
      <Said
        saving={recover}
        done={recover.data ? write('endpoints.recovered', { count: recover.data.count }) : ''}
      />
    </form>
  );
};

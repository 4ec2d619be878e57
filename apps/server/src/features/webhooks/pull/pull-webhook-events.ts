import type { PulledEvents, pullQuery } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import { rightOf } from '../../../http/right-of.ts';
import { restOn } from '../../../platform/database/right-lock.ts';
import type { PullWaits } from './create-pull-waits.ts';
import { handOutEvents } from './hand-out-events.ts';

type Pull = {
  caller: Caller;
  endpointId: string;
  query: z.output<typeof pullQuery>;
  signal: AbortSignal;
};

type Read = { page: z.infer<typeof PulledEvents>; afterSequence: number };

/** Without events it waits as long as the reader wishes; then it reads once more, by the credential of then. */
export const pullWebhookEvents = async (
  context: Pick<Context, 'keyring' | 'log' | 'transact'>,
  waits: PullWaits,
  { caller, endpointId, query, signal }: Pull,
): Promise<z.infer<typeof PulledEvents>> => {
  const { organisationId, credentialId, address } = caller;
  const key = { organisationId, endpointId };
  const read = (): Promise<Read> =>
    context.transact(
      async (tx) => {
        await restOn(tx, rightOf(caller));
        return handOutEvents(context, tx, { ...key, query });
      },
      { sharedBy: { organisationId } },
    );
  const first = await read();
  if (first.page.data.length > 0 || query.wait === 0) return first.page;
  const { afterSequence } = first;
  await waits.wait({ ...key, credentialId, address, afterSequence, waitMs: query.wait * 1_000, signal });
  // The client is gone: nobody takes further events.
  if (signal.aborted) return first.page;
  return (await read()).page;
};

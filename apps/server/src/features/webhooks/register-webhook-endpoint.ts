import type { CreateWebhookEndpointBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { created } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { probeReceiver } from './probe-receiver.ts';

type Input = {
  req: Parameters<typeof writeOnce>[1]['req'];
  body: z.output<typeof CreateWebhookEndpointBody>;
};

/** Creates an endpoint whose URL answers a ping, for the routes of both families. */
export const registerWebhookEndpoint = (context: Context, { req, body }: Input) => {
  const { organisationId } = callerOf(req);
  // The ping names the endpoint that it is for, so its id is there before its row.
  const key = { organisationId, endpointId: context.ids.next() };
  return writeOnce(
    context,
    { req, body },
    {
      before: () => probeReceiver(context, { ...key, url: body.url }),
      run: async (tx) => created(await createWebhookEndpoint(context, tx, { ...key, body })),
    },
  );
};

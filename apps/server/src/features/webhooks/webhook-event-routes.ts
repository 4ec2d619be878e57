import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { callerOf } from '../../http/request-state.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';

export const webhookEventRoutes = (context: Context) =>
  initServer().router(contract.webhookEvents, {
    list: async ({ req, query }) => ({
      status: 200,
      body: await listWebhookDeliveries(context, { organisationId: callerOf(req).organisationId, query }),
    }),
  });

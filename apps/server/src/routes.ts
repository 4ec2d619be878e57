import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from './context.ts';
import { campaignRoutes } from './features/campaigns/campaign-routes.ts';
import { joinRoutes } from './features/join/join-routes.ts';
import { participantRoutes } from './features/participants/participant-routes.ts';
import { sessionRoutes } from './features/sessions/session-routes.ts';
import { webhookEndpointRoutes } from './features/webhooks/webhook-endpoint-routes.ts';
import { webhookEventRoutes } from './features/webhooks/webhook-event-routes.ts';

/** Every route of the contract with its implementation; one that is missing does not compile. */
export const createRoutes = (context: Context) =>
  initServer().router(contract, {
    sessions: sessionRoutes(context),
    participants: participantRoutes(context),
    join: joinRoutes(context),
    campaigns: campaignRoutes(context),
    webhookEndpoints: webhookEndpointRoutes(context),
    webhookEvents: webhookEventRoutes(context),
  });

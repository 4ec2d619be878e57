import type { Context } from '../../apps/server/src/context.ts';
import { seedOrganisation } from '../../apps/server/src/testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../apps/server/src/testing/seed-webhook-endpoint.ts';

export type Tenant = { organisationId: string; apiKey: string };

/** An organisation whose two endpoints are subscribed to all events, and whose limits nobody reaches. */
export const moveIn = async (
  context: Context,
  urlOf = (name: string): string => `https://localhost:1/${name}`,
): Promise<Tenant> => {
  const { organisationId, apiKey } = await seedOrganisation(context, { rateLimit: 1_000_000_000 });
  for (const name of ['one', 'two']) {
    await seedWebhookEndpoint(context, { organisationId, url: urlOf(name) });
  }
  return { organisationId, apiKey };
};

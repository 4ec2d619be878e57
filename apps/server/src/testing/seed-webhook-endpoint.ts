import type { Context } from '../context.ts';
import { mintSigningSecret } from '../features/webhooks/exports/mint-signing-secret.ts';

export const seedWebhookEndpoint = async (
  context: Pick<Context, 'clock' | 'database' | 'ids' | 'keyring' | 'random'>,
  { organisationId, url, eventTypes = [] }: { organisationId: string; url: string; eventTypes?: string[] },
): Promise<{ id: string; secret: string }> => {
  const id = context.ids.next();
  const { secret, sealed } = mintSigningSecret(context, { organisationId, endpointId: id });
  await context.database.prisma.webhookEndpoint.create({
    data: {
      organisation_id: organisationId,
      id,
      url,
      description: '',
      event_types: eventTypes,
      secret_sealed: sealed,
      created_at: context.clock.now(),
    },
  });
  return { id, secret };
};

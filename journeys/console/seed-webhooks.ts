import { publishTestEvent } from '@field-inspection/server/testing/publish-test-event';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import type { SignInWorld } from '../sign-in-page/open-sign-in-world.ts';

/** An endpoint whose address the service calls for nobody, and an event that therefore did not arrive. */
export const seedFailedDelivery = async ({
  server: { context, seed },
}: Pick<SignInWorld, 'server'>): Promise<{ endpointId: string }> => {
  const { organisationId } = seed;
  const url = 'https://127.0.0.1/hooks';
  const { id } = await seedWebhookEndpoint(context, { organisationId, url });
  await publishTestEvent(context, organisationId);
  await runDueJobs(context);
  return { endpointId: id };
};

import { ENDPOINT_EVENT_TYPES } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { deleteWebhookEndpoint } from '../../features/webhooks/endpoints/webhook-endpoint-routes.ts';
import { testWebhookEndpoint } from '../../features/webhooks/endpoints/test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from '../../features/webhooks/endpoints/update-webhook-endpoint.ts';
import { publishTestEvent } from '../publish-test-event.ts';
import { seedOrganisation } from '../seed-organisation.ts';
import { seedWebhookEndpoint } from '../seed-webhook-endpoint.ts';
import type { KnownEndpoint } from './simulation-history.ts';

/** People act by the use cases that the API calls. */
export const openSimulatedTenant = async (context: Context, endpointCount: number) => {
  const { organisationId, credentialId } = await seedOrganisation(context);
  const by = { credentialId, memberId: null };
  const endpoints: KnownEndpoint[] = [];
  for (let index = 0; index < endpointCount; index++) {
    const name = `e${index}`;
    const { id, secret } = await seedWebhookEndpoint(context, {
      organisationId,
      url: `https://${name}.test/`,
    });
    const secrets = [{ secret, validUntilMs: Infinity }];
    endpoints.push({ name, id, secrets, isDeleted: false, expected: 0 });
  }

  const listActive = async (): Promise<KnownEndpoint[]> => {
    const rows = await context.database.prisma.webhookEndpoint.findMany({
      where: { organisation_id: organisationId, active: true, deleted_at: null },
    });
    return endpoints.filter(({ id }) => rows.some((row) => row.id === id));
  };
  const update = ({ id }: KnownEndpoint, body: { active?: boolean; rotate_secret?: boolean }) =>
    context.transact((tx) =>
      updateWebhookEndpoint(context, tx, { organisationId, endpointId: id, body, by }),
    );

  const told = new Set<string>();

  return {
    organisationId,
    endpoints,
    /** The events since the last call come to the other active endpoints. */
    expectTold: async () => {
      const events = await context.database.prisma.event.findMany({
        where: { organisation_id: organisationId, type: { in: [...ENDPOINT_EVENT_TYPES] } },
      });
      const fresh = events.filter(({ id }) => !told.has(id));
      for (const { id, data } of fresh) {
        told.add(id);
        const { id: ownId, endpoint: subject = ownId } = data as { id: string; endpoint?: string };
        for (const endpoint of await listActive()) if (endpoint.id !== subject) endpoint.expected += 1;
      }
    },
    publish: async () => {
      for (const endpoint of await listActive()) endpoint.expected += 1;
      await publishTestEvent(context, organisationId);
    },
    ping: async (endpoint: KnownEndpoint) => {
      if (!(await listActive()).includes(endpoint)) return;
      endpoint.expected += 1;
      await context.transact((tx) =>
        testWebhookEndpoint(context, tx, { organisationId, endpointId: endpoint.id }),
      );
    },
    setActive: async (endpoint: KnownEndpoint, active: boolean) => {
      if (!endpoint.isDeleted) await update(endpoint, { active });
    },
    rotate: async (endpoint: KnownEndpoint) => {
      if (endpoint.isDeleted) return;
      const { signing_secret } = await update(endpoint, { rotate_secret: true });
      const nowMs = context.clock.now().getTime();
      const [current] = endpoint.secrets;
      endpoint.secrets = [
        { secret: signing_secret!, validUntilMs: Infinity },
        { secret: current!.secret, validUntilMs: nowMs + context.config.secretOverlapMs },
        // A second rotation within the overlap ends the oldest at once.
        ...endpoint.secrets.slice(1).map(({ secret }) => ({ secret, validUntilMs: nowMs })),
      ];
    },
    remove: async (endpoint: KnownEndpoint) => {
      if (endpoint.isDeleted) return;
      endpoint.isDeleted = true;
      await context.transact((tx) =>
        deleteWebhookEndpoint(context, tx, { organisationId, endpointId: endpoint.id, by }),
      );
    },
  };
};

export type SimulatedTenant = Awaited<ReturnType<typeof openSimulatedTenant>>;

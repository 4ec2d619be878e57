import { createServer } from 'node:https';
import { expect, vi } from 'vitest';
import type { Context } from '../../../apps/server/src/context.ts';
import { createSafeFetch } from '../../../apps/server/src/platform/safe-fetch/create-safe-fetch.ts';
import type { TestAuthority } from '../../../apps/server/src/testing/create-test-authority.ts';
import { deliverInLanes } from '../../../apps/server/src/testing/deliver-in-lanes.ts';
import { publishTestEvent } from '../../../apps/server/src/testing/publish-test-event.ts';
import { seedOrganisation } from '../../../apps/server/src/testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../../apps/server/src/testing/seed-webhook-endpoint.ts';
import { startTestServer, type TestServer } from '../../../apps/server/src/testing/start-test-server.ts';
import { createHttpDialect } from '../http-dialect.ts';
import type { PeerName } from '../hostile-peer.ts';
import type { Edge, Faced } from './edge.ts';
import { listenOnLoopback } from '../../../apps/server/src/testing/listen-on-loopback.ts';

const LANES = 40;

export const RECEIVERS: Edge = {
  name: 'a receiver of webhooks',
  speak: (dripMs) => createHttpDialect('text/plain', dripMs),
  isSecure: true,
  // 2xx counts once the body, or the part of it that is kept, has come.
  takes: ['a body without end', 'a gigabyte', 'a gzip bomb'],
  open: async ({ deadlineMs }, authority) => {
    const server = await startTestServer();
    const honest = await startHonestReceiver(authority);
    const safeFetch = createSafeFetch({
      allowPrivateNetworks: true,
      timeoutMs: deadlineMs ?? server.context.config.webhookTimeoutMs,
      ca: authority.ca,
    });
    const context: Context = { ...server.context, safeFetch };
    const endpoints = new Map<string, PeerName>();
    const published = Promise.withResolvers<void>();
    return {
      faceAll: async (peers) => {
        const { organisationId } = await seedOrganisation(server.context);
        for (const [name, { host }] of peers) {
          const url = `https://${host}/hook`;
          endpoints.set((await seedWebhookEndpoint(context, { organisationId, url })).id, name);
        }
        await publishTestEvent(context, organisationId);
        published.resolve();
        await deliverInLanes(Array.from({ length: LANES }, () => context));
        return readDeliveries(server, organisationId, endpoints);
      },
      faceHonest: async () => {
        await published.promise;
        const { organisationId } = await seedOrganisation(server.context);
        await seedWebhookEndpoint(context, { organisationId, url: honest.url });
        await publishTestEvent(context, organisationId);
        await deliverInLanes([context]);
        await vi.waitFor(() => expect(honest.count()).toBe(1), { timeout: 10_000 });
      },
      recover: async () => {
        const { prisma } = context.database;
        const waiting = await prisma.webhookDelivery.findMany({ where: { status: { not: 'delivered' } } });
        await prisma.webhookEndpoint.updateMany({ data: { url: honest.url } });
        server.clock.advance(86_400_000);
        const before = honest.count();
        await deliverInLanes([context]);
        expect(honest.count() - before).toBe(waiting.length);
        expect(await prisma.webhookDelivery.count({ where: { status: { not: 'delivered' } } })).toBe(0);
      },
      close: async () => {
        await safeFetch.close();
        await honest.close();
        await server.close();
      },
    };
  },
};

const readDeliveries = async (
  { context }: TestServer,
  organisationId: string,
  endpoints: ReadonlyMap<string, PeerName>,
): Promise<Map<PeerName, Faced>> => {
  const deliveries = await context.database.prisma.webhookDelivery.findMany({
    where: { organisation_id: organisationId },
  });
  const attempts = await context.database.prisma.webhookAttempt.findMany({
    where: { organisation_id: organisationId },
  });
  return new Map(
    deliveries.map((delivery): [PeerName, Faced] => {
      const isDone = delivery.status === 'delivered';
      const [attempt, ...more] = attempts.filter(({ delivery_id }) => delivery_id === delivery.id);
      if (more.length > 0) throw new Error('It was sent more than once.');
      const { error_class, error, response_status } = attempt!;
      const told = `${error_class ?? ''} ${error ?? `refused with ${response_status}`}`;
      return [endpoints.get(delivery.endpoint_id)!, { outcome: isDone ? 'done' : 'failed', told }];
    }),
  );
};

const startHonestReceiver = async (authority: TestAuthority) => {
  let count = 0;
  const receiver = createServer(authority.issue(), (request, response) => {
    request.resume().on('end', () => {
      count += 1;
      response.writeHead(204).end();
    });
  });
  const { port, close } = await listenOnLoopback(receiver);
  return { url: `https://127.0.0.1:${port}/hook`, count: () => count, close };
};

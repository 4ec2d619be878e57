import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Overrides } from '../context.ts';
import { createTestAuthority } from './create-test-authority.ts';
import { seedOrganisation } from './seed-organisation.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

export type Received = { headers: IncomingHttpHeaders; body: string };
export type Reply = { status: number; headers?: Record<string, string>; body?: string };

/** The receiver speaks real https; it answers 204 unless told otherwise. */
export type WebhookReceiver = {
  url: string;
  /** Signed requests in the order they came: deliveries, not probes. */
  deliveries: Received[];
  probes: Received[];
  answer: (reply: (received: Received) => Reply | Promise<Reply>) => void;
  close: () => Promise<void>;
};

/** The fake clock starts an hour ahead, so that real time, however slow the machine, makes nothing due. */
export const startWebhookServer = async (env: Record<string, string> = {}, overrides: Overrides = {}) => {
  const authority = createTestAuthority();
  const directory = await mkdtemp(join(tmpdir(), 'fis-ca-'));
  const caFile = join(directory, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const server: TestServer = await startTestServer(
    { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_CA_FILE: caFile, ...env },
    overrides,
  );
  server.clock.advance(3_600_000);
  const receivers: WebhookReceiver[] = [];
  const openReceiver = async (): Promise<WebhookReceiver> => {
    const receiver = await startWebhookReceiver(authority.issue());
    receivers.push(receiver);
    return receiver;
  };
  return {
    ...server,
    openReceiver,
    openTenant: async () => {
      const { organisationId, apiKey } = await seedOrganisation(server.context);
      return { organisationId, client: server.clientOf(apiKey), receiver: await openReceiver() };
    },
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await server.context.safeFetch.close();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
};

export type WebhookServer = Awaited<ReturnType<typeof startWebhookServer>>;

const startWebhookReceiver = async (tls: { cert: string; key: string }): Promise<WebhookReceiver> => {
  const deliveries: Received[] = [];
  const probes: Received[] = [];
  let reply: (received: Received) => Reply | Promise<Reply> = () => ({ status: 204 });
  const server = createServer(tls, async (request, response) => {
    const received = { headers: request.headers, body: await text(request) };
    const isSigned = received.headers['svc-signature'] !== undefined;
    (isSigned ? deliveries : probes).push(received);
    const { status, headers, body } = await reply(received);
    response.writeHead(status, headers).end(body);
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `https://localhost:${port}/hooks`,
    deliveries,
    probes,
    answer: (next) => {
      reply = next;
    },
    close: async () => {
      if (server.listening) await close();
    },
  };
};

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FieldInspection, NotFoundError, ServerError, type Session } from '@field-inspection/sdk';
import { createFakeService, type FakeInspectionService } from '@field-inspection/sdk/testing';
import { createWebhookHandler, verifyWebhook, verifyWebhookAsync } from '@field-inspection/sdk/webhooks';

/* A customer's possible code, over real sockets, with nothing but Node.js. */

const service = createFakeService();

void main();

async function main() {
  const server = await listen((request, response) => {
    void answer(service, request).then(async (reply) => {
      response.writeHead(reply.status, Object.fromEntries(reply.headers));
      response.end(await reply.text());
    });
  });
  const { apiKey } = service.clientOptions;
  const client = new FieldInspection({ apiKey, baseUrl: server.url, runtime: { random: () => 0 } });
  const outcome = { ...(await useClient(client)), ...(await useWebhooks(client)) };
  server.close();
  console.log(JSON.stringify({ runtime: process.version, ...outcome }));
}

async function useClient(client: FieldInspection) {
  const created: Session[] = [];
  for (const notes of ['first', 'second', 'third']) created.push(await client.sessions.create({ notes }));
  const listed: string[] = [];
  for await (const session of client.sessions.list({ limit: 2 })) listed.push(session.notes);

  service.failNext({ kind: 'server_error' });
  const ended = await client.sessions.end(created[0]!.id, { idempotencyKey: 'end-first' });
  service.failNext({ kind: 'server_error' });
  const once = client.withOptions({ maxRetries: 0 });
  const failure: unknown = await once.sessions.list().catch((error: unknown) => error);
  const missing: unknown = await client.sessions.get(crypto.randomUUID()).catch((error: unknown) => error);
  assert(failure instanceof ServerError && missing instanceof NotFoundError);
  return { listed, ended: ended.status, failure: failure.status, missing: missing.code };
}

async function useWebhooks(client: FieldInspection) {
  const endpoint = await client.webhookEndpoints.create({ url: 'https://roof-app.example/hooks' });
  const secrets = endpoint.signing_secret;
  const handled: string[] = [];
  const refused: string[] = [];
  const handler = createWebhookHandler({
    secrets,
    on: { 'session.created': (event) => void handled.push(event.data.notes) },
    onError: (error) => void refused.push(String(error)),
  });
  const receiver = await listen((request, response) => void handler(request, response));
  await client.sessions.create({ notes: 'told' });

  const verified: string[] = [];
  const answers: number[] = [];
  for (const { body, headers } of service.takeDeliveries()) {
    const delivery = { body, headers, secrets };
    verified.push(verifyWebhook(delivery).type, (await verifyWebhookAsync(delivery)).type);
    for (const sent of [body, body.replace('told', 'sold')])
      answers.push((await fetch(receiver.url, { method: 'POST', body: sent, headers })).status);
  }
  receiver.close();
  return { handled, refused: refused.length, verified, answers };
}

async function answer({ fetch }: FakeInspectionService, request: IncomingMessage) {
  const body = await text(request);
  return fetch(`https://inspections.example.com${request.url}`, {
    method: request.method ?? '',
    headers: new Headers(request.headers as Record<string, string>),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
    ...(body !== '' && { body }),
  });
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

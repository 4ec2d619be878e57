import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFakeService, type FakeInspectionService } from '../../packages/sdk/src/testing.ts';

/** The fake behind HTTP, for blocks that show what to do when something goes wrong. */
export async function serveFake({ headers = {} }: { headers?: Record<string, string> } = {}) {
  const service = createFakeService();
  const server = createServer((request, response) => void answer(service, { request, response, headers }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    service,
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: service.clientOptions.apiKey!,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Exchange = { request: IncomingMessage; response: ServerResponse; headers: Record<string, string> };

async function answer(
  { fetch, clientOptions }: FakeInspectionService,
  { request, response, headers }: Exchange,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const body = await text(request);
  try {
    const reply = await fetch(`${clientOptions.baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: new Headers(request.headers as Record<string, string>),
      redirect: 'manual',
      signal: gone.signal,
      ...(body !== '' && { body }),
    });
    response.writeHead(reply.status, { ...Object.fromEntries(reply.headers), ...headers });
    response.end(await reply.text());
  } catch {
    // A fault of the fake: the caller sees a connection that breaks.
    response.destroy();
  }
}

import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ProcessWorld } from '@field-inspection/server/testing/open-process-world';

export type Arrival = { path: string; headers: IncomingHttpHeaders; body: string };

/** An HTTPS receiver of many endpoints, told apart by their path. It answers 204 unless told otherwise. */
export const openWebhookReceiver = async ({ tls }: Pick<ProcessWorld, 'tls'>) => {
  const arrivals: Arrival[] = [];
  let answer = (_arrival: Arrival, response: ServerResponse): unknown => response.writeHead(204).end();
  const server = createServer(tls, async (request, response) => {
    const arrival = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    arrivals.push(arrival);
    answer(arrival, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** What came, in the order it came. */
    arrivals,
    urlOf: (path: string) => `https://localhost:${port}${path}`,
    answer: (next: typeof answer) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
};

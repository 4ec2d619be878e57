import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '@field-inspection/server/testing/listen-on-loopback';
import type { ProcessWorld } from '@field-inspection/server/testing/open-process-world';

export type Arrival = { path: string; headers: IncomingHttpHeaders; body: string };

/** Endpoints share the receiver, each at its own path. It answers 204 unless told otherwise. */
export const openWebhookReceiver = async ({ tls }: Pick<ProcessWorld, 'tls'>) => {
  const arrivals: Arrival[] = [];
  let answer = (_arrival: Arrival, response: ServerResponse): unknown => response.writeHead(204).end();
  const server = createServer(tls, async (request, response) => {
    const arrival = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    arrivals.push(arrival);
    answer(arrival, response);
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    arrivals,
    urlOf: (path: string) => `https://localhost:${port}${path}`,
    answer: (next: typeof answer) => {
      answer = next;
    },
    close,
  };
};

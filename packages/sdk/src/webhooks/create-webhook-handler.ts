import type { WebResponse } from '../http/web-types.ts';
import { answerDelivery } from './answer-delivery.ts';
import { checkHandlers } from './check-handlers.ts';
import { type FetchRequest, type NodeRequest, readFetchBody, readNodeBody } from './read-body.ts';
import type { WebhookHandlerOptions } from './webhook-handler-options.ts';

/** Part of node:http's `ServerResponse`, and of Express's response, that is used. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** Receives deliveries: a function of Fetch's request, or of Node's request and response. Never rejects. */
export interface WebhookHandler {
  (request: FetchRequest): Promise<WebResponse>;
  (request: NodeRequest, response: NodeResponse): Promise<void>;
}

/**
 * Makes a receiver of deliveries. It reads the raw body, verifies the signature, calls the handler of
 * the event's type and answers: 204 when the handler succeeded, 500 when it threw, so that the service
 * tries again, 400 when the signature is not right. A type without a handler is answered 204, and so
 * is a `ping`, which never reaches a handler.
 *
 * The same function serves Fetch (Next.js, Hono, Bun, Deno, Workers), node:http and Express. The service
 * waits 10 s for the answer: put slow work in a queue of your own.
 *
 * @example
 * ```ts
 * const handler = createWebhookHandler({
 *   secrets: () => loadSecrets(),
 *   on: { 'session.joined': async (event) => save(event.data.id, event.data.invite.id) },
 * });
 *
 * app.post('/hooks', handler); // Express, before express.json()
 * createServer(handler); // node:http
 * export const POST = handler; // Next.js
 * ```
 *
 * @typeParam Newer types of events that this package does not know yet, and that `on` has handlers for
 *
 * @throws {UsageError} without `on`, with an option that there is not, or when a name in `on` is a letter or two
 * beside a type of event
 */
export function createWebhookHandler<Newer extends string = never>(
  options: WebhookHandlerOptions<Newer>,
): WebhookHandler {
  checkHandlers(options);
  const handle = (request: FetchRequest | NodeRequest, response?: NodeResponse) =>
    isFetchRequest(request) ? answerFetch(request, options) : answerNode({ request, response }, options);
  return handle as WebhookHandler;
}

// The second argument can't tell: Next.js and Workers pass one as well.
const isFetchRequest = (request: FetchRequest | NodeRequest): request is FetchRequest =>
  typeof request.headers.get === 'function';

async function answerFetch(request: FetchRequest, options: WebhookHandlerOptions): Promise<WebResponse> {
  const { method, headers } = request;
  const readBody = (maxBytes: number) => readFetchBody(request, maxBytes);
  const { body, ...init } = await answerDelivery({ method, headers, readBody }, options);
  return new Response(body || null, init);
}

async function answerNode(
  { request, response }: { request: NodeRequest; response: NodeResponse | undefined },
  options: WebhookHandlerOptions,
): Promise<void> {
  const { method, headers } = request;
  const readBody = (maxBytes: number) => readNodeBody(request, maxBytes);
  const {
    status,
    headers: replyHeaders,
    body,
  } = await answerDelivery({ method, headers, readBody }, options);
  // A middleware that limits the time may have answered already.
  if (!response || response.headersSent) return;
  response.writeHead(status, replyHeaders);
  response.end(body);
}

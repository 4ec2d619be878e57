import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose client sends the body once it hears 100 Continue (RFC 9110, section 10.1.1), or gets tired of waiting. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Hands on a request that waits for 100 Continue like any other; Node would send for its body at once. */
export const holdInvitations = (server: Server): void => {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
};

/** Sends for the body of a request, once it is to be read. A request that was refused before keeps its body. */
export const inviteBody = (request: IncomingMessage): void => {
  const response = waiting.get(request);
  if (!waiting.delete(request) || response!.headersSent) return;
  response!.writeContinue();
};

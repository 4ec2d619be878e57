import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** The client sends the body once it hears 100 Continue (RFC 9110, section 10.1.1), or gets tired of waiting. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Node would otherwise ask for the body at once. */
export const holdInvitations = (server: Server): void => {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
};

/** A request that was refused before keeps its body. */
export const inviteBody = (request: IncomingMessage): void => {
  const response = waiting.get(request);
  if (!waiting.delete(request) || response!.headersSent) return;
  response!.writeContinue();
};

import type { NextFunction, Request, Response } from 'express';

/** What is still read of a body after the reply, and for how long its connection stays. */
export const DRAIN_BYTES = 64 * 1024;
export const DRAIN_MS = 2_000;

type Call = (...values: unknown[]) => Response;

/**
 * Closes the connection of a request that is answered before its body has come, whoever answers it: else Node reads a
 * body without end. Not at once: a client that is still sending could lose the reply then.
 */
export const closeEarly = (request: Request, response: Response, next: NextFunction): void => {
  if (!hasBody(request)) return next();
  const writeHead = response.writeHead.bind(response) as Call;
  const end = response.end.bind(response) as Call;
  response.writeHead = (...values: unknown[]) => {
    if (!request.complete) response.setHeader('Connection', 'close');
    return writeHead(...values);
  };
  const endNow: Call = (...values) => {
    if (!request.complete) closeLater(request);
    return end(...values);
  };
  response.end = (...values: unknown[]) => {
    if (request.complete || response.headersSent) return endNow(...values);
    // The head and a small body come in one packet: who answers the head alone sees the body a turn later.
    setImmediate(() => endNow(...values));
    return response;
  };
  next();
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Node calls destroySoon when the reply is sent. From then on a little of the body is read, for a while. */
const closeLater = (request: Request): void => {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > DRAIN_BYTES) request.pause();
  });
  socket.destroySoon = () => {
    if (request.complete) return close();
    const timer = setTimeout(close, DRAIN_MS);
    request.once('end', close);
    socket.once('close', () => clearTimeout(timer));
  };
};

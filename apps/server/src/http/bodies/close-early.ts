import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { hasBody } from './has-body.ts';

/** The bytes still read of a body after the reply, and the milliseconds that its connection stays. */
export const DRAIN_BYTES = 64 * 1024;
export const DRAIN_MS = 2_000;

type Call = (...values: unknown[]) => Response;

const ending = new WeakSet<Socket>();

/**
 * Every answer that comes before its body is read passes here. A body that has come whole is dropped, and the
 * connection goes on. Otherwise the connection is closed, and the reply says so: Node would read the body without end.
 * Not at once: a client that is still sending could lose the reply.
 */
export const closeEarly = (request: Request, response: Response, next: NextFunction): void => {
  // After an announced close no request is handled (RFC 9112, section 9.6): the client may send it elsewhere.
  if (ending.has(request.socket)) return;
  if (!hasBody(request)) return next();
  const writeHead = response.writeHead.bind(response) as Call;
  const end = response.end.bind(response) as Call;
  response.writeHead = (...values: unknown[]) => {
    if (!request.complete) response.setHeader('Connection', 'close');
    return writeHead(...values);
  };
  const endNow: Call = (...values) => {
    if (!request.complete) closeLater(request);
    else response.once('finish', () => drop(request));
    return end(...values);
  };
  response.end = (...values: unknown[]) => {
    if (request.complete || response.headersSent) return endNow(...values);
    // The head and a small body come in one packet: a handler of the head alone sees the body a turn later.
    setImmediate(() => endNow(...values));
    return response;
  };
  next();
};

/** Node drops only bodies that nobody began to read. */
const drop = (request: Request): void => {
  if (request.readableEnded || request.destroyed) return;
  request.unpipe();
  for (const event of ['data', 'readable']) request.removeAllListeners(event);
  request.resume();
};

/** Node calls destroySoon once the reply is sent: a little of the body is read then, for a while. */
const closeLater = (request: Request): void => {
  const { socket } = request;
  ending.add(socket);
  const close = socket.destroySoon.bind(socket);
  let drained = 0;
  // A waiting reader would keep the rest from flowing.
  request.removeAllListeners('readable');
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

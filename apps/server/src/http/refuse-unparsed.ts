import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { countAddress } from './apply-policy.ts';
import { refuseSocket } from './refuse-socket.ts';
import { describeRateLimit } from './limits/rate-limit-headers.ts';
import { stateOf } from './request-state.ts';

/**
 * Answers bytes that Node's parser refuses as a problem, too, with a logged Request-Id; and CONNECT, for which Node has
 * an event of its own.
 */
export const refuseUnparsed = (
  context: Pick<Context, 'addresses' | 'clock' | 'config' | 'ids' | 'log'>,
  server: Pick<Server, 'on'>,
): void => {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, response);
    response.on('close', () => underWay.delete(socket));
  });
  server.on('clientError', (cause: ParseError, socket: Duplex) => {
    const response = underWay.get(socket);
    // Nothing may follow a reply that has begun, and nobody reads on a closed connection.
    if (!socket.writable || response?.headersSent) return void socket.destroy(cause);
    const isHead = response?.req.method === 'HEAD' || cause.rawPacket?.subarray(0, 5).equals(HEAD);
    refuseSocket(context, socket, {
      error: describeRefusal(cause),
      reason: cause.code,
      limits: readLimits(response) ?? countBroken(context, socket, response),
      // A request that breaks in the middle has its own line.
      requestId: response?.getHeader('Request-Id') as string | undefined,
      isHead,
    });
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy()).resume();
    const limits = countBroken(context, socket);
    refuseSocket(context, socket, { error: noProxy(), reason: 'CONNECT', limits });
  });
};

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer };

const HEAD = Buffer.from('HEAD ');

const describeRefusal = ({ code }: NodeJS.ErrnoException): Refusal => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal('headers_too_large', 'The request line and the headers may have 16 KiB in all.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refusal('payload_too_large', 'The extensions of the chunks are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('request_timeout', 'The request did not come in time. Send it again.');
    default:
      return malformed('The request is not valid HTTP/1.1: see its request line, headers and length.');
  }
};

const malformed = (detail: string) =>
  new Refusal('malformed_request', detail, { headers: { Connection: 'close' } });

const noProxy = () =>
  new Refusal('method_not_allowed', 'This is no proxy: it does not take CONNECT.', {
    headers: { Allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, POST' },
  });

// Reads the limits from the headers of the reply under way: the request came as far as its credential.
const readLimits = (response: ServerResponse | undefined): Record<string, string> | undefined => {
  const limits = Object.entries(response?.getHeaders() ?? {})
    .filter(([name]) => /ratelimit/i.test(name))
    .map(([name, value]) => [name, String(value)]);
  return limits.length > 0 ? Object.fromEntries(limits) : undefined;
};

// Counts an unparsed request against its address, as every request without a credential. Without a request a proxy's
// headers are unknown: the address is the connection's.
const countBroken = (
  { addresses, clock }: Pick<Context, 'addresses' | 'clock'>,
  socket: Duplex,
  response?: ServerResponse,
): Record<string, string> => {
  const request = response?.req as Request | undefined;
  const address = request?.ip ?? (socket as Partial<Socket>).remoteAddress ?? '';
  const { rateLimit } = addresses.count(address);
  // The rest of the request's handling then sees that it is counted.
  if (request) stateOf(request).rateLimit = rateLimit;
  return describeRateLimit(rateLimit, clock.now().getTime());
};

/** Refuses a request without exactly one Host (RFC 9112, section 3.2: HTTP/1.1), and counts it against its address. */
export const requireHost =
  (context: Pick<Context, 'addresses' | 'clock'>) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const hosts = request.headersDistinct.host ?? [];
    if (hosts.length === 1 || (hosts.length === 0 && request.httpVersion === '1.0')) return next();
    countAddress(context, context.addresses, { request, response });
    throw malformed('Send the header Host, once.');
  };

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { describeProblem } from './problem.ts';
import { listSafetyHeaders } from './safety/list-safety-headers.ts';

type LastReply = {
  error: Refusal;
  /** The log's reason why the bytes were no request. */
  reason: string | undefined;
  /** The headers of the limit that the refusal counts against. */
  limits: Record<string, string>;
  /** The id of a request that has its own log line; without one this gives an id and writes a line. */
  requestId?: string | undefined;
  isHead?: boolean | undefined;
  /** The header `Host`, where the request was understood that far. */
  host?: string | undefined;
};

/** Answers on a socket without the app's reply, as a problem like all others, and closes it. */
export const refuseSocket = (
  context: Pick<Context, 'config' | 'ids' | 'log'>,
  socket: Duplex,
  { error, reason, limits, requestId, isHead = false, host }: LastReply,
): void => {
  const id = requestId ?? `req_${context.ids.next().replaceAll('-', '')}`;
  const problem = describeProblem(context, error, id);
  if (requestId === undefined) {
    context.log.info({ request_id: id, status: problem.status, reason }, 'no request');
  }
  const headers = { ...listSafetyHeaders(context.config, host), ...limits, ...error.headers };
  const { head, body } = writeReply(problem, { ...headers, 'Request-Id': id });
  // A client takes a body after HEAD for the reply to a request that it never sent.
  socket.end(isHead ? head : head + body);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

/** Milliseconds that the client has to read the reply: closing while more arrives would take the reply back. */
const LINGER_MS = 2_000;

const writeReply = (problem: { status: number }, headers: Record<string, string>) => {
  const body = JSON.stringify(problem);
  const lines = Object.entries({
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    head: `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n`,
    body,
  };
};

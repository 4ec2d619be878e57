import type { Readable } from 'node:stream';

/** The usual replies of a route, typed as the contract wants them. */
export const ok = <Body>(body: Body) => ({ status: 200 as const, body });

export const created = <Body>(body: Body) => ({ status: 201 as const, body });

export const accepted = <Body>(body: Body) => ({ status: 202 as const, body });

export const noContent = () => ({ status: 204 as const, body: undefined });

type Sink = Pick<NodeJS.WritableStream, 'on'> & { destroy: (error?: Error) => unknown };

/**
 * A reply of bytes as they come. ts-rest only pipes them: without these listeners a source that fails would end the
 * process, and a source whose reader has gone would stay open. When a source fails in the middle, the connection is
 * broken off.
 */
export const okBytes = (response: Sink, body: Readable) => {
  body.on('error', (error) => response.destroy(error));
  response.on('close', () => body.destroy());
  return ok(body);
};

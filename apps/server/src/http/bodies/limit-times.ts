import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { listRoutes } from '@field-inspection/contract';
import { Refusal } from '../../refusals.ts';
import { UPLOADS_PATH } from '../../platform/describe-uploads.ts';
import { hasBody } from './has-body.ts';
import { heldMsOf } from './pace-body.ts';

/** Milliseconds between looks at a reply's progress. */
export const REPLY_MS = 60_000;

/** A kilobyte a second, as a client must send, while more waits for it. */
export const MIN_READ_BYTES = 60 * 1024;

/**
 * Slow looks in a row: a phone may be without a network for a minute or two. And a receiver with a large buffer tells
 * its reading only once a sixteenth of it is free, some 400 KiB: at 2 KB/s three minutes.
 */
const SLOW_TIMES_MAX = 3;

/**
 * A client that does not read its reply would hold the connection, and the file or the object behind it, for ever.
 * Bytes in the system's buffers count as read, so a small reply is never cut off.
 */
export const limitReplyTime =
  ({ everyMs = REPLY_MS }: { everyMs?: number } = {}) =>
  ({ socket }: Request, response: Response, next: NextFunction): void => {
    let last = lookAt(socket);
    let slowTimes = 0;
    const timer = setInterval(() => {
      const now = lookAt(socket);
      const isWaitedFor = last.waitingBytes > 0 && now.waitingBytes > 0;
      slowTimes = isWaitedFor && now.readBytes - last.readBytes < MIN_READ_BYTES ? slowTimes + 1 : 0;
      if (slowTimes === SLOW_TIMES_MAX) return void socket.destroy();
      last = now;
    }, everyMs).unref();
    response.on('close', () => clearInterval(timer));
    next();
  };

/** Node judges by these whether a socket is idle; its public counts hide a large write until all of it is gone. */
const lookAt = (socket: Socket): { readBytes: number; waitingBytes: number } => {
  const { _handle: handle } = socket as unknown as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  if (!handle) return { readBytes: 0, waitingBytes: 0 };
  return { readBytes: handle.bytesWritten - handle.writeQueueSize, waitingBytes: handle.writeQueueSize };
};

/** Milliseconds; a photo over a bad network only has to keep coming. */
export const BODY_MS = 30_000;

/** A kilobyte a second, in BODY_MS. */
const MIN_PROGRESS_BYTES = 30 * 1024;

const SLOW_PATHS = [
  UPLOADS_PATH,
  ...listRoutes().flatMap(({ route, policy }) => (policy.content ? [route.path] : [])),
];

/**
 * A client that sends a byte now and then would hold its connection for ever. Node's own limit is one for all requests,
 * and would cut off a large photo from a phone.
 */
export const limitBodyTime =
  (reply: (exchange: { request: Request; response: Response }, error: Refusal) => void) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (!hasBody(request)) return next();
    const isUpload = SLOW_PATHS.some((path) => request.path.toLowerCase().startsWith(path));
    let readBytes = request.socket.bytesRead;
    let heldMs = 0;
    const timer = setInterval(() => {
      if (request.complete) return clearInterval(timer);
      const progress = request.socket.bytesRead - readBytes;
      readBytes = request.socket.bytesRead;
      const newlyHeldMs = heldMsOf(request) - heldMs;
      heldMs += newlyHeldMs;
      // The body waited for others of its organisation, so it could not come.
      if (isUpload && (progress >= MIN_PROGRESS_BYTES || newlyHeldMs > BODY_MS / 2)) return;
      if (response.headersSent) return void request.destroy();
      response.once('finish', () => request.destroy());
      reply({ request, response }, tooSlow());
    }, BODY_MS).unref();
    response.on('close', () => clearInterval(timer));
    next();
  };

const tooSlow = () =>
  new Refusal('request_timeout', `The body did not come within ${BODY_MS / 1000} seconds. Send it again.`, {
    headers: { Connection: 'close' },
  });

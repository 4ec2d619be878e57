import { listRoutes } from '@field-inspection/contract';
import type { NextFunction, Request, Response } from 'express';
import { Refusal } from '../../refusals.ts';
import { UPLOADS_PATH } from '../../platform/describe-uploads.ts';
import { hasBody } from './has-body.ts';
import { heldMsOf } from './pace-body.ts';

/** Milliseconds for a request's body; a photo over a bad network only has to keep coming. */
export const BODY_MS = 30_000;

/** The least that an upload must send in BODY_MS: one kilobyte a second. */
const MIN_PROGRESS_BYTES = 30 * 1024;

/** Paths of files: the uploads, and the routes whose body is the bytes themselves. */
const SLOW_PATHS = [
  UPLOADS_PATH,
  ...listRoutes().flatMap(({ route, policy }) => (policy.content ? [route.path] : [])),
];

/**
 * Ends a request whose body does not come: a client that sends a byte now and then would hold its connection for ever.
 * Node's own limit is one for all requests, and would cut off a large photo from a phone.
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
      // The body waited for others of its organisation for most of this time, so it could not come.
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

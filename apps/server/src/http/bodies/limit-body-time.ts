import { listRoutes } from '@field-inspection/contract';
import type { NextFunction, Request, Response } from 'express';
import { UPLOADS_PATH } from '../../platform/describe-uploads.ts';

/** How long the body of a request may take; a photo over a bad network only has to keep coming. */
export const BODY_MS = 30_000;

/** The least that an upload must send in BODY_MS: one kilobyte a second. */
const MIN_PROGRESS_BYTES = 30 * 1024;

/** Where files are sent: the uploads, and the routes whose body is the bytes themselves. */
const SLOW_PATHS = [
  UPLOADS_PATH,
  ...listRoutes().flatMap(({ route, policy }) => (policy.content ? [route.path] : [])),
];

/**
 * Ends a request whose body does not come: else a client that sends a byte now and then holds its connection
 * for ever. Node's own limit is one for all requests, and would cut off a large photo from a phone.
 */
export const limitBodyTime = (request: Request, response: Response, next: NextFunction): void => {
  const isUpload = SLOW_PATHS.some((path) => request.path.toLowerCase().startsWith(path));
  let readBytes = request.socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    const progress = request.socket.bytesRead - readBytes;
    readBytes = request.socket.bytesRead;
    if (isUpload && progress >= MIN_PROGRESS_BYTES) return;
    if (!response.headersSent) response.writeHead(408, { Connection: 'close' }).end();
    request.destroy();
  }, BODY_MS).unref();
  response.on('close', () => clearInterval(timer));
  next();
};

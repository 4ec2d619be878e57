import type { NextFunction, Request, Response } from 'express';
import type { Context } from '../context.ts';
import { startRequestState } from './request-state.ts';

/** Gives each request an id, on the reply and in the log, and logs one line when it is answered. */
export const logRequest =
  ({ ids, log, loop, metrics }: Pick<Context, 'ids' | 'log' | 'loop' | 'metrics'>) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const requestId = readRequestId(request) ?? `req_${ids.next().replaceAll('-', '')}`;
    const state = startRequestState(request, requestId);
    response.setHeader('Request-Id', requestId);
    const stop = metrics.requestSeconds.startTimer();
    const readStall = loop.open();
    response.on('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      const seconds = stop({ method: request.method, route: state.routeTemplate, status });
      const stalledMs = Math.round(readStall());
      log.request({
        request_id: requestId,
        method: request.method,
        route: state.routeTemplate,
        status,
        duration_ms: Math.round(seconds * 1000),
        ...(stalledMs > 0 && { stalled_ms: stalledMs }),
        ...(state.caller && {
          organisation_id: state.caller.organisationId,
          credential_id: state.caller.credentialId,
          ...(state.caller.memberId && { member_id: state.caller.memberId }),
        }),
      });
    });
    next();
  };

/** The id that a caller gives, unless it is their key: ids are logged. */
const readRequestId = ({ headers }: Request): string | undefined => {
  const given = headers['request-id'];
  if (typeof given !== 'string' || !/^[\w-]{8,64}$/.test(given)) return undefined;
  return headers.authorization?.includes(given) ? undefined : given;
};

import type { NextFunction, Request, Response } from 'express';
import type { Context } from '../context.ts';
import { isUuid } from '../platform/ids.ts';
import type { RequestLine } from '../platform/logger.ts';
import { openSpan, readTraceparent, type Span } from '../platform/tracing/trace.ts';
import { startRequestState, type RequestState } from './request-state.ts';

/** Gives each request an id, on the reply and in the log, and logs one line when it is answered. */
export const logRequest =
  ({ ids, log, loop, metrics }: Pick<Context, 'ids' | 'log' | 'loop' | 'metrics'>) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const requestId = readRequestId(request) ?? `req_${ids.next().replaceAll('-', '')}`;
    const state = startRequestState(request, requestId);
    response.setHeader('Request-Id', requestId);
    const { method } = request;
    const span = openSpan({
      name: method,
      kind: 'server',
      parent: readTraceparent(request.headers),
      attributes: { 'http.request.method': method },
    });
    const stop = metrics.requestSeconds.startTimer();
    const readStall = loop.open();
    response.on('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      const seconds = stop({ method: request.method, route: state.routeTemplate, status });
      const stalledMs = Math.round(readStall());
      endSpan(span, { route: state.routeTemplate, status, requestId });
      log.request({
        request_id: requestId,
        method: request.method,
        route: state.routeTemplate,
        status,
        duration_ms: Math.round(seconds * 1000),
        ...(stalledMs > 0 && { stalled_ms: stalledMs }),
        ...nameCaller(state),
        ...nameSession(state, request),
      });
    });
    span.run(next);
  };

const endSpan = (
  span: Span,
  { route, status, requestId }: { route: string; status: number; requestId: string },
): void => {
  span.set({ 'http.route': route, 'http.response.status_code': status, request_id: requestId });
  if (status >= 500) span.fail(String(status));
  span.end();
};

type Whose = Pick<
  RequestLine,
  'organisation_id' | 'credential_id' | 'member_id' | 'participant_id' | 'signature_id'
>;

const nameCaller = ({ caller, fieldCaller, signerCaller, recorderCaller }: RequestState): Whose => {
  if (fieldCaller)
    return { organisation_id: fieldCaller.organisationId, participant_id: fieldCaller.participantId };
  if (signerCaller)
    return { organisation_id: signerCaller.organisationId, signature_id: signerCaller.signatureId };
  if (recorderCaller)
    return { organisation_id: recorderCaller.organisationId, credential_id: recorderCaller.credentialId };
  if (!caller) return {};
  const { organisationId, credentialId, memberId } = caller;
  return {
    organisation_id: organisationId,
    credential_id: credentialId,
    ...(memberId && { member_id: memberId }),
  };
};

/** The path of whoever was not admitted is a stranger's text. */
const nameSession = (
  { caller, fieldCaller, recorderCaller }: RequestState,
  { params }: Pick<Request, 'params'>,
): Pick<RequestLine, 'session_id'> => {
  const own = (fieldCaller ?? recorderCaller)?.sessionId;
  if (own !== undefined) return { session_id: own };
  const { session_id: named } = params;
  return caller && typeof named === 'string' && isUuid(named) ? { session_id: named.toLowerCase() } : {};
};

/** Reads the id that a caller gives, unless it is their key: ids are logged. */
const readRequestId = ({ headers }: Request): string | undefined => {
  const given = headers['request-id'];
  if (typeof given !== 'string' || !/^[\w-]{8,64}$/.test(given)) return undefined;
  return headers.authorization?.includes(given) ? undefined : given;
};

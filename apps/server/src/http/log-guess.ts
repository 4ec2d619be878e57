import type { ErrorCode } from '@field-inspection/contract';
import type { Request } from 'express';
import type { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { isUuid } from '../platform/ids.ts';
import { inetOf } from '../platform/inet-of.ts';
import { readBearer } from './callers/read-bearer.ts';
import { stateOf } from './request-state.ts';

type Guessed = 'key' | 'token' | 'code';

/**
 * Logs who showed a refused key, token or one-time code, from where and for which session, so that somebody who guesses
 * can be found and their address shut out. The guess itself is not logged.
 */
export const logGuess = (
  { log, metrics }: Pick<Context, 'log' | 'metrics'>,
  request: Request,
  { code }: Pick<Refusal, 'code'>,
): void => {
  const guessed = readGuess(request, code);
  if (!guessed) return;
  metrics.guessesRefused.inc({ guessed });
  const { requestId, routeTemplate, fieldCaller, signerCaller } = stateOf(request);
  const sessionId = fieldCaller?.sessionId ?? readSessionOfLink(request);
  log.warn(
    {
      request_id: requestId,
      route: routeTemplate,
      guessed,
      code,
      address: inetOf(request.ip) ?? request.ip,
      ...(sessionId ? { session_id: sessionId } : {}),
      ...(signerCaller ? { signature_id: signerCaller.signatureId } : {}),
    },
    'guess refused',
  );
};

const readGuess = (request: Request, code: ErrorCode): Guessed | undefined => {
  // The last wrong code is refused as locked, and so is anybody who opens the page after it.
  if (code === 'otp_invalid' || (code === 'otp_locked' && showsCode(request))) return 'code';
  if (code === 'not_found') return isLink(request) ? 'token' : undefined;
  const shown = code === 'unauthenticated' ? readBearer(request) : undefined;
  if (shown === undefined) return undefined;
  return takesKey(request) || shown.startsWith('fis_') ? 'key' : 'token';
};

const showsCode = (request: Request): boolean =>
  Boolean(request.get('x-join-otp')) || (request.body as { code?: unknown } | undefined)?.code !== undefined;

const takesKey = (request: Request): boolean => {
  const { policy, routeTemplate } = stateOf(request);
  return policy?.auth === 'credential' || routeTemplate === '/metrics';
};

const isLink = (request: Request): boolean => stateOf(request).routeTemplate.endsWith('/:token');

/** The session that a link names, before it is known whether the link is right. */
const readSessionOfLink = (request: Request): string | undefined => {
  if (!isLink(request)) return undefined;
  const index = stateOf(request).routeTemplate.split('/').indexOf(':session_id');
  const id = request.path.split('/')[index];
  return id !== undefined && isUuid(id) ? id : undefined;
};

import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { otherMethod } from '@field-inspection/rules';
import { Refusal, tokenUnauthenticated } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { RECEIPT_HEADERS, UPLOADS_PATH, type UploadKind } from '../../platform/describe-uploads.ts';
import { isWellFormedApiKey } from '../../platform/secrets/api-key.ts';
import {
  type Admission,
  admitCredential,
  admitFieldPerson,
  countAddress,
  requireOwnHost,
} from '../apply-policy.ts';
import type { WriteRequest } from '../kept-reply.ts';
import { faultOf, readBearer } from '../callers/read-bearer.ts';
import { type Caller, type FieldCaller, type RecorderCaller, stateOf } from '../request-state.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import { inetOf } from '../../platform/inet-of.ts';
import { readMediaToken } from '../../platform/media-connection.ts';
import type { AddressLimiter } from '../limits/count-address.ts';
import { rightOf } from '../right-of.ts';

export type UploadHandlers = {
  handle: (
    request: IncomingMessage & WriteRequest,
    response: ServerResponse,
    caller: Caller | RecorderCaller | FieldCaller,
  ) => Promise<void>;
  describe: (request: IncomingMessage, response: ServerResponse, takes: UploadKind) => Promise<void>;
};

const EXPOSED_HEADERS = [
  'Location',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Defer-Length',
  'Upload-Metadata',
  'Retry-After',
  ...RECEIPT_HEADERS,
  'Idempotency-Key',
  'Idempotent-Replayed',
  'Request-Id',
].join(', ');

/**
 * Uploads speak tus and not the contract: a field person comes with a field_session_token, an operator with an API key
 * that has sessions:write, or with the token of a media connection.
 */
export const serveUploads = (
  context: Pick<Context, 'clock' | 'config' | 'keyring' | 'database'>,
  uploads: UploadHandlers,
  { limiter, authenticate, readFieldSession }: Admission,
): Router => {
  const router = express.Router();
  router.use(UPLOADS_PATH, (request: Request, response: Response, next: NextFunction) => {
    overrideMethod(request);
    // Every reply but that to OPTIONS has it (tus 1.0.0, section 2.2).
    if (request.method !== 'OPTIONS') response.set('Tus-Resumable', '1.0.0');
    next();
  });
  router.all(`${UPLOADS_PATH}{/:upload_id}`, async (request: Request, response: Response) => {
    stateOf(request).routeTemplate = `${UPLOADS_PATH}/:upload_id`;
    // A page of another origin can then read a refusal, and the state of its upload.
    response.set('Access-Control-Allow-Origin', '*');
    response.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    const token = readBearer(request) ?? '';
    const isOperator = isWellFormedApiKey(token);
    if (request.method === 'OPTIONS') {
      countAddress(context, limiter, { request, response });
      return uploads.describe(request, response, isOperator || isMediaToken(token) ? 'recording' : 'photo');
    }
    if (isOperator) {
      const caller = await admitCredential(
        context,
        { limiter, authenticate },
        { request, response, policy: { scope: 'sessions:write', caller: 'key' } },
      );
      refuseMethod(request);
      return uploads.handle(request, response, caller);
    }
    if (isMediaToken(token)) {
      const recorder = await admitRecorder(context, limiter, { request, response, token });
      refuseMethod(request);
      return uploads.handle(request, response, recorder);
    }
    countAddress(context, limiter, { request, response });
    const caller = await admitFieldPerson(request, readFieldSession);
    refuseMethod(request);
    return uploads.handle(request, response, caller);
  });
  return router;
};

const METHODS = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST'];

/**
 * A proxy may let no PATCH through: the header's method then replaces the request's (tus 1.0.0, section 2.2). OPTIONS
 * stays: browsers ask so before they send a header of their own.
 */
const overrideMethod = (request: Request): void => {
  const meant = request.get('X-HTTP-Method-Override')?.trim();
  if (meant === undefined || request.method === 'OPTIONS') return;
  if (!METHODS.includes(meant))
    throw new Refusal('method_not_allowed', `X-HTTP-Method-Override must be one of ${METHODS.join(', ')}.`, {
      headers: { Allow: METHODS.join(', ') },
    });
  request.method = meant;
};

const refuseMethod = ({ method, params }: Request): void => {
  const allowed =
    params['upload_id'] === undefined ? ['OPTIONS', 'POST'] : ['DELETE', 'HEAD', 'OPTIONS', 'PATCH'];
  if (allowed.includes(method)) return;
  const allow = allowed.join(', ');
  throw otherMethod(allow);
};

/** A media token has dots; a key and a field_session_token have none. */
const isMediaToken = (bearer: string): boolean => bearer.includes('.');

/**
 * Admits a recorder: an operator's page, by the token of its media connection. So no page has to hold an API key, and
 * the recording is of that session alone. It rests on the credential that gave the token.
 *
 * @throws {Refusal} unauthenticated, permission_denied
 */
const admitRecorder = async (
  context: Pick<Context, 'clock' | 'keyring' | 'database'>,
  limiter: AddressLimiter,
  { request, response, token }: { request: Request; response: Response; token: string },
): Promise<RecorderCaller> => {
  requireOwnHost(request);
  countAddress(context, limiter, { request, response });
  const peer = readMediaToken(context, token);
  if (peer?.role !== 'operator') throw tokenUnauthenticated(TOKEN, faultOf(request));
  const { organisationId, sessionId, credentialId } = peer;
  const recorder: RecorderCaller = {
    organisationId,
    sessionId,
    credentialId,
    keyHash: null,
    address: inetOf(request.ip),
    neededScopes: ['sessions:write'],
  };
  await requireRight(context.database.prisma, rightOf(recorder));
  stateOf(request).recorderCaller = recorder;
  return recorder;
};

const TOKEN = 'the token of an operator’s media_connection, which lives for 12 hours';

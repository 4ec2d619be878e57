import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { ERRORS, type ErrorCode } from '@field-inspection/contract';
import type { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { admitCredential, type Admission } from '../apply-policy.ts';
import { holdPermit } from '../hold-permit.ts';
import type { Reply, WriteRequest } from '../kept-reply.ts';
import { sendProblem } from '../problem.ts';
import { readJsonBody } from '../read-json-body.ts';
import { stateOf, type Caller } from '../request-state.ts';

/** A request of a directory: its path in parts, and its body as it was parsed. */
export type ScimRequest = {
  caller: Caller;
  method: string;
  resource: string;
  id: string | null;
  query: Readonly<Record<string, unknown>>;
  ifMatch: string | undefined;
  body: unknown;
  req: WriteRequest;
};

export type ScimReply = Reply<number, object | undefined>;

const POLICY = { scope: 'directory:write', caller: 'key' } as const;
const PATH = '/scim/v2';
const TYPE = 'application/scim+json';

/** A group of 1 000 persons, each with a name, has some 150 KiB. */
const MAX_BODY_BYTES = 512 * 1024;

/**
 * Serves the directories that provision members, which speak SCIM 2.0 (RFC 7644) and not the contract. A directory
 * comes with a key that has the scope `directory:write`, and is counted and refused as keys are.
 */
export const serveScim = (
  context: Pick<Context, 'addresses' | 'clock' | 'config' | 'log' | 'metrics' | 'permits' | 'turns'>,
  admission: Pick<Admission, 'limiter' | 'authenticate'>,
  answer: (asked: ScimRequest) => Promise<ScimReply>,
): Router => {
  const router = express.Router();
  router.all([PATH, `${PATH}/*path`], async (request: Request, response: Response) => {
    stateOf(request).routeTemplate = `${PATH}/:resource`;
    const caller = await admitCredential(context, admission, { request, response, policy: POLICY });
    await readJsonBody(context, request, { maxBytes: MAX_BODY_BYTES, types: TYPES });
    await holdPermit(context, request, response);
    const [resource = '', id = null, ...rest] = partsOf(request);
    const { status, body } = await answer({
      caller,
      method: request.method === 'HEAD' ? 'GET' : request.method,
      // A path that goes on names nothing, as an unknown one does.
      resource: rest.length > 0 ? '' : resource,
      id,
      query: request.query,
      ifMatch: request.get('If-Match'),
      body: request.body as unknown,
      req: request,
    });
    send(response, status, body);
  });
  const sendFailure = sendProblem(context, replyScimError);
  // eslint-disable-next-line max-params -- Express knows what takes errors by its four parameters
  router.use(PATH, (thrown: unknown, request: Request, response: Response, next: NextFunction) => {
    // A path that is no percent-encoding came to no token yet: it is answered and counted as an unknown one is.
    if (thrown instanceof URIError) return next(thrown);
    sendFailure(thrown, request, response, next);
  });
  return router;
};

const TYPES = ['application/json', TYPE];

const partsOf = (request: Request): string[] => {
  const { path } = request.params;
  return Array.isArray(path) ? path.filter((part) => part !== '') : [];
};

const send = (response: Response, status: number, body: object | undefined): void => {
  const { location, version } =
    (body as { meta?: { location?: string; version?: string } } | undefined)?.meta ?? {};
  if (version) response.set('ETag', version);
  if (status === 201 && location) response.set('Location', location);
  if (body === undefined) return void response.status(status).end();
  response.status(status).type(TYPE).send(JSON.stringify(body));
};

/** The codes that a directory can be answered with, each with the kind that RFC 7644 has for it, if any. */
export const SCIM_CODES: Partial<Record<ErrorCode, string | null>> = {
  validation_error: 'invalidSyntax',
  unauthenticated: null,
  'sso.not_in_plan': null,
  permission_denied: null,
  not_found: null,
  method_not_allowed: null,
  request_timeout: null,
  'member.exists': 'uniqueness',
  'member.limit': null,
  'org.last_admin': null,
  idempotency_in_flight: null,
  precondition_failed: null,
  payload_too_large: null,
  unsupported_media_type: null,
  idempotency_key_reused: null,
  rate_limited: null,
  internal_error: null,
  unavailable: null,
};

/** Answers with a failure as RFC 7644, section 3.12, says. Its `detail` is that of the problem. */
const replyScimError = (
  { log }: Pick<Context, 'log'>,
  { request, response }: { request: Request; response: Response },
  error: Refusal,
): void => {
  const { requestId, routeTemplate } = stateOf(request);
  if (!(error.code in SCIM_CODES))
    log.error({ request_id: requestId, route: routeTemplate, code: error.code }, 'undeclared error code');
  const { status } = ERRORS[error.code];
  const scimType = error.members['scimType'] ?? SCIM_CODES[error.code];
  response
    .status(status)
    .set(error.headers)
    .type(TYPE)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(scimType ? { scimType } : {}),
        detail: `${error.message} (${error.code}, request ${requestId})`,
      }),
    );
};

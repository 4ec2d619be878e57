import type { RoutePolicy, Scope } from '@field-inspection/contract';
import type { AppRoute } from '@ts-rest/core';
import type { Request, Response } from 'express';
import type { RateLimit } from './rate-limit-headers.ts';

/** Who calls: the credential behind the API key, and its organisation. */
export type Caller = {
  organisationId: string;
  credentialId: string;
  scopes: Scope[];
  operatorEmail: string;
  organisationLocale: string;
};

/** Who calls: a field person who has joined, by their field_session_token. */
export type FieldCaller = {
  organisationId: string;
  sessionId: string;
  participantId: string;
  tokenHash: Buffer<ArrayBuffer>;
  /** The session is closed, and only what was begun before may still finish. */
  hasEnded: boolean;
};

/** What the middleware learns about a request, for those that come after. */
export type RequestState = {
  requestId: string;
  /** The template, never the path: paths hold tokens. */
  routeTemplate: string;
  policy: RoutePolicy | undefined;
  caller: Caller | undefined;
  fieldCaller: FieldCaller | undefined;
  rateLimit: RateLimit | undefined;
};

const states = new WeakMap<object, RequestState>();

export const startRequestState = (request: Request, requestId: string): RequestState => {
  const state = {
    requestId,
    routeTemplate: 'unmatched',
    policy: undefined,
    caller: undefined,
    fieldCaller: undefined,
    rateLimit: undefined,
  };
  states.set(request, state);
  return state;
};

export const stateOf = (request: object): RequestState => {
  const state = states.get(request);
  if (!state) throw new Error('the request has no state: startRequestState must be the first middleware');
  return state;
};

/** The caller of a route whose policy demands a credential. */
export const callerOf = (request: object): Caller => {
  const { caller } = stateOf(request);
  if (!caller) throw new Error('the route has no caller: its policy must demand a credential');
  return caller;
};

/** The session that a path names, and who asks for it. */
export const sessionKeyOf = ({ req, params }: { req: object; params: { session_id: string } }) => {
  const { organisationId, credentialId } = callerOf(req);
  return { organisationId, credentialId, sessionId: params.session_id };
};

/** The field person of a route whose policy demands a field_session_token. */
export const fieldCallerOf = (request: object): FieldCaller => {
  const { fieldCaller } = stateOf(request);
  if (!fieldCaller) throw new Error('the route has no field caller: its policy must demand a field session');
  return fieldCaller;
};

/** Who writes, of either kind of caller. */
export const writerOf = (request: object): Caller | FieldCaller =>
  stateOf(request).fieldCaller ?? callerOf(request);

/** For whom alone an Idempotency-Key counts. */
export const subjectOf = (request: object): { organisationId: string; subjectId: string } => {
  const writer = writerOf(request);
  const { organisationId } = writer;
  return {
    organisationId,
    subjectId: 'participantId' in writer ? writer.participantId : writer.credentialId,
  };
};

/** A request that ts-rest has matched to a route of the contract. */
export type MatchedRequest = Request & { tsRestRoute: AppRoute };
export type Middleware = (request: Request, response: Response, next: (error?: unknown) => void) => void;

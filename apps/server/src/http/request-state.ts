import type { Route, RoutePolicy, Scope } from '@field-inspection/contract';
import type { Request, Response } from 'express';
import type { Domain } from './hosts/create-domains.ts';
import type { RateLimit } from './limits/rate-limit-headers.ts';

/** The credential of an API key or a session, and the member whom it acts for; null for a machine. */
export type Actor = { credentialId: string; memberId: string | null };

export type Caller = Actor & {
  organisationId: string;
  /** Null for an API key. `isSteppedUp`: its member has shown who they are in the last minutes. */
  session: { isSteppedUp: boolean } | null;
  scopes: Scope[];
  /** Scopes of the credential that its member's role does not have today. */
  withheldScopes: Scope[];
  operatorEmail: string;
  organisationLocale: string;
  organisationTimeZone: string;
  /** The hash of the key, or of the session's token, that the request showed. */
  keyHash: Buffer<ArrayBuffer>;
  /** The request's address, as `inetOf` gives it. */
  address: string | null;
  /** Scopes that the request needs, judged again while it lasts: `requireScope` adds to these. */
  neededScopes: Scope[];
  /** The domain of the organisation's new links; null: the service's own host. */
  linkDomain: string | null;
};

/** A field person who has joined, by their field_session_token. */
export type FieldCaller = {
  organisationId: string;
  sessionId: string;
  participantId: string;
  tokenHash: Buffer<ArrayBuffer>;
  /** The session is closed, and only begun uploads may still finish. */
  hasEnded: boolean;
  /** The token is dead: its device has left, and only repeats the call that said so. */
  hasLeft: boolean;
};

/** The recorder of a session, by the token of an operator's media connection. */
export type RecorderCaller = Pick<Caller, 'organisationId' | 'credentialId' | 'address' | 'neededScopes'> & {
  sessionId: string;
  /** The token outlives a rotation of the key that it was made with. */
  keyHash: null;
};

/** A signer, by the link of their request or by their signing session. */
export type SignerCaller = { organisationId: string; signatureId: string };

/** A person who was invited to the organisation or to a session, by their link's token. */
export type InvitedCaller = { organisationId: string; invitedId: string };

/** The facts of a request that middleware finds, for later handlers. */
export type RequestState = {
  requestId: string;
  /** The template, never the path: paths hold tokens. */
  routeTemplate: string;
  policy: RoutePolicy | undefined;
  caller: Caller | undefined;
  fieldCaller: FieldCaller | undefined;
  signerCaller: SignerCaller | undefined;
  recorderCaller: RecorderCaller | undefined;
  /** Set by the route: the token is in its body or its path. */
  invitedCaller: InvitedCaller | undefined;
  rateLimit: RateLimit | undefined;
  /** The domain of an organisation that the request came over; undefined: the service's own host. */
  domain: Domain | undefined;
};

const states = new WeakMap<object, RequestState>();

export const startRequestState = (request: Request, requestId: string): RequestState => {
  const state = {
    requestId,
    routeTemplate: 'unmatched',
    policy: undefined,
    caller: undefined,
    fieldCaller: undefined,
    signerCaller: undefined,
    recorderCaller: undefined,
    invitedCaller: undefined,
    rateLimit: undefined,
    domain: undefined,
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
export const sessionKeyOf = ({ caller, params }: { caller: Caller; params: { session_id: string } }) => {
  const { organisationId, credentialId, memberId } = caller;
  return { organisationId, credentialId, memberId, sessionId: params.session_id };
};

/** The field person of a route whose policy demands a field_session_token. */
export const fieldCallerOf = (request: object): FieldCaller => {
  const { fieldCaller } = stateOf(request);
  if (!fieldCaller) throw new Error('the route has no field caller: its policy must demand a field session');
  return fieldCaller;
};

/** The signer of a route whose policy demands a link to sign, or its session. */
export const signerCallerOf = (request: object): SignerCaller => {
  const { signerCaller } = stateOf(request);
  if (!signerCaller) throw new Error('the route has no signer: its policy must demand one');
  return signerCaller;
};

export const writerOf = (request: object): Writer => {
  const { fieldCaller, signerCaller, invitedCaller, recorderCaller } = stateOf(request);
  return invitedCaller ?? signerCaller ?? fieldCaller ?? recorderCaller ?? callerOf(request);
};

type Writer = Caller | RecorderCaller | FieldCaller | SignerCaller | InvitedCaller;

/** The subject of an Idempotency-Key, for whom alone it counts. */
export const subjectOf = (request: object): { organisationId: string; subjectId: string } => {
  const writer = writerOf(request);
  return { organisationId: writer.organisationId, subjectId: nameWriter(writer) };
};

const nameWriter = (writer: Writer): string => {
  if ('invitedId' in writer) return writer.invitedId;
  if ('signatureId' in writer) return writer.signatureId;
  return 'participantId' in writer ? writer.participantId : writer.credentialId;
};

/** A request that ts-rest has matched to a route of the contract. */
export type MatchedRequest = Request & { tsRestRoute: Route };
export type Middleware = (request: Request, response: Response, next: (error?: unknown) => void) => void;

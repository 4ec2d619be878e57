import type { Deprecation } from './deprecation.ts';
import type { ErrorCode } from '../shapes/errors.ts';

/** Scopes of credentials. A route names the one it needs. */
export const SCOPES = [
  'sessions:read',
  'sessions:write',
  'participants:read',
  'participants:write',
  'evidence:read',
  'recordings:read',
  'whiteboards:read',
  'audit:read',
  'webhooks:read',
  'webhooks:write',
  'branding:read',
  'branding:write',
  'org:read',
  'org:write',
  'org:export',
  'members:write',
  'credentials:read',
  'credentials:write',
  'directory:read',
  'directory:write',
  'billing:write',
  'campaigns:read',
  'campaigns:write',
  'templates:read',
  'templates:write',
  'reports:write',
  'signatures:write',
  'retention:write',
] as const;

export type Scope = (typeof SCOPES)[number];

/**
 * Tokens of the pages behind a link to a report: that of the link, and the signing_session_token that the code gives to
 * who is to sign, or to who may read.
 */
export type SigningAuth = 'signing_link' | 'signing_session' | 'reading_session';

/** Callers of a route: a credential, a joined field person, a signer or a reader by link or by code, or anyone. */
export type RouteAuth = 'credential' | 'field_session' | SigningAuth | 'none';

/**
 * Credentials that a route takes: an API key in the header Authorization, a member who has signed in, by the cookie of
 * their session, or either.
 */
export type RouteCaller = 'any' | 'member' | 'key';

/** Scopes whose routes ask a signed-in member to have shown lately who they are. */
export const STEP_UP_SCOPES: readonly Scope[] = [
  'org:export',
  'org:write',
  'members:write',
  'credentials:write',
  'billing:write',
  'retention:write',
];

/** Minutes for which a member who signed in, or stepped up, may do what takes `stepUp`. */
export const STEP_UP_MINUTES = 10;

/**
 * Demands and promises of a route, as data. The server's middleware, the SDK's generator and the OpenAPI emitter all
 * read this one statement, so a route can't exist without it.
 */
export type RoutePolicy<Auth extends RouteAuth = RouteAuth, IsWrite extends boolean = boolean> = {
  auth: Auth;
  /** The scope the credential needs; null where auth is not `credential`, and where a member reads or ends their own. */
  scope: Scope | null;
  /** The credentials that it takes; null where auth is not `credential`. */
  caller: RouteCaller | null;
  /** True where a signed-in member must have shown who they are in the last `STEP_UP_MINUTES`; a key need not. */
  stepUp?: true;
  /** True for every write: it takes an Idempotency-Key and replays under it. */
  idempotent: IsWrite;
  /** True when the route is in the OpenAPI document. */
  public: boolean;
  /** Counted per credential and organisation, or per address. */
  rateLimit: 'credential' | 'address';
  /** The codes that are this route's own; `errorCodesOf` adds those that its shape brings along. */
  errors: readonly ErrorCode[];
  /** The largest JSON body, where 256 KiB are not enough. */
  maxJsonBytes?: number;
  /**
   * Types and size of a route's body that is bytes instead of JSON. The bytes of a picture tell its type: `isSniffed`
   * takes it under the name of any picture, as bytes, and without a name.
   */
  content?: { types: readonly string[]; maxBytes: number; isSniffed?: true };
  /** True where the reply has an ETag, which a change takes as If-Match. */
  etag?: true;
  /** True where the reply's headers are the receipt of stored evidence: its id, its hash and its entry in the chain. */
  receipt?: true;
  /** True where the page behind a link calls it without a token of its own: it is served on the domain of an organisation, too. */
  onDomain?: true;
  /** True where HEAD is answered though no credential is asked: nothing of the reply is used up. */
  head?: boolean;
  /** True where the write ends the token that it comes with: under its key the call may be repeated all the same. */
  endsToken?: true;
  /** Present on a route that will go: `{ ...readPolicy('sessions:read'), deprecated: { … } }`. */
  deprecated?: Deprecation;
};

/**
 * Says whom a route refuses who has the scope all the same: keys, or signed-in members. Undefined where it takes both.
 *
 * @example
 * sayCaller('member'); // 'Takes a member who has signed in: …'
 */
export const sayCaller = (caller: RouteCaller | null): string | undefined => {
  if (caller === 'member') return 'Takes a member who has signed in: an API key is 403 `permission_denied`.';
  if (caller === 'key') return 'Takes an API key: a member who has signed in is 403 `permission_denied`.';
  return undefined;
};

/**
 * The policy of a public route that reads with a credential.
 *
 * @param scope the scope the credential needs
 * @param errors the route's own error codes
 * @example
 * readPolicy('sessions:read', ['invalid_cursor']).idempotent; // false
 */
export const readPolicy = (
  scope: Scope,
  errors: readonly ErrorCode[] = [],
): RoutePolicy<'credential', false> => ({
  auth: 'credential',
  scope,
  caller: 'any',
  idempotent: false,
  public: true,
  rateLimit: 'credential',
  errors,
  ...(STEP_UP_SCOPES.includes(scope) ? { stepUp: true } : {}),
});

/**
 * The policy of a public route that writes with a credential.
 *
 * @param scope the scope the credential needs
 * @param errors the route's own error codes
 * @example
 * writePolicy('sessions:write').idempotent; // true
 */
export const writePolicy = (
  scope: Scope,
  errors: readonly ErrorCode[] = [],
): RoutePolicy<'credential', true> => ({
  ...readPolicy(scope, errors),
  idempotent: true,
});

/**
 * The policy of a route by which a signed-in member reads what is their own.
 *
 * @param errors the route's own error codes
 * @example
 * memberReadPolicy().caller; // 'member'
 */
export const memberReadPolicy = (errors: readonly ErrorCode[] = []): RoutePolicy<'credential', false> => ({
  ...readPolicy('org:read', errors),
  scope: null,
  caller: 'member',
});

/**
 * The policy of a route by which a signed-in member changes what is their own.
 *
 * @param errors the route's own error codes
 * @example
 * memberWritePolicy().idempotent; // true
 */
export const memberWritePolicy = (errors: readonly ErrorCode[] = []): RoutePolicy<'credential', true> => ({
  ...memberReadPolicy(errors),
  idempotent: true,
});

/**
 * The policy of a public route that needs no API key: its own token is the credential.
 *
 * @param errors the route's own error codes
 * @example
 * openPolicy(['not_found']).rateLimit; // 'address'
 */
export const openPolicy = (errors: readonly ErrorCode[] = []): RoutePolicy<'none', false> => ({
  auth: 'none',
  scope: null,
  caller: null,
  idempotent: false,
  public: true,
  rateLimit: 'address',
  errors,
});

/**
 * The policy of a route that reads with a field_session_token: its own session and nothing else.
 *
 * @param errors the route's own error codes
 * @example
 * fieldReadPolicy().auth; // 'field_session'
 */
export const fieldReadPolicy = (errors: readonly ErrorCode[] = []): RoutePolicy<'field_session', false> => ({
  ...openPolicy(errors),
  auth: 'field_session',
});

/**
 * The policy of a route that writes with a field_session_token.
 *
 * @param errors the route's own error codes
 * @example
 * fieldWritePolicy().idempotent; // true
 */
export const fieldWritePolicy = (errors: readonly ErrorCode[] = []): RoutePolicy<'field_session', true> => ({
  ...fieldReadPolicy(['session.already_ended', ...errors]),
  idempotent: true,
});

/**
 * The policy of a route that reads what is to be signed.
 *
 * @param auth the token that it takes
 * @param errors the route's own error codes
 * @example
 * signingReadPolicy('signing_link').auth; // 'signing_link'
 */
export const signingReadPolicy = <Auth extends SigningAuth>(
  auth: Auth,
  errors: readonly ErrorCode[] = [],
): RoutePolicy<Auth, false> => ({
  ...openPolicy(errors),
  auth,
});

/**
 * The policy of a route that a signer goes on with.
 *
 * @param auth the token that it takes
 * @param errors the route's own error codes
 * @example
 * signingWritePolicy('signing_session').idempotent; // true
 */
export const signingWritePolicy = <Auth extends SigningAuth>(
  auth: Auth,
  errors: readonly ErrorCode[] = [],
): RoutePolicy<Auth, true> => ({
  ...signingReadPolicy(auth, errors),
  idempotent: true,
});

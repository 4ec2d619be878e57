import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { ProviderRefusal } from '../provider-refusal.ts';
import { quote, refuseOidc, type OidcReason } from './refuse-oidc.ts';

/** Says in a sentence why openid-client refused an answer. The library's own words are for its users. */
export const explainFailure = (error: unknown): ProviderRefusal => {
  const causes = listCauses(error);
  const own = causes.find((cause) => cause instanceof ProviderRefusal);
  if (own) return own;
  for (const cause of causes) {
    if (cause instanceof AuthorizationResponseError) return tellError(cause, 'provider_error');
    if (cause instanceof ResponseBodyError) return tellError(cause, reasonOf(cause.error));
  }
  for (const cause of causes) {
    const known = EXPLANATIONS.find(([words]) => words.test(messageOf(cause)));
    if (known) return refuseOidc(known[1], known[2], error);
  }
  return refuseOidc(
    'invalid_answer',
    'The provider answered with something that OpenID Connect does not have.',
    error,
  );
};

const MAX_CAUSES = 5;

const listCauses = (error: unknown): unknown[] => {
  const causes = [error];
  while (causes.length < MAX_CAUSES) {
    const cause = (causes.at(-1) as { cause?: unknown } | null | undefined)?.cause;
    if (typeof cause !== 'object' || cause === null) break;
    causes.push(cause);
  }
  return causes;
};

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : '');

const tellError = (
  error: AuthorizationResponseError | ResponseBodyError,
  reason: OidcReason,
): ProviderRefusal => {
  const code = /^[\w.:/-]{1,64}$/.test(error.error) ? error.error : 'an unknown error';
  const { error_description: description } = error as { error_description?: unknown };
  const words = typeof description === 'string' ? quote(description) : '';
  return refuseOidc(reason, `The provider refused: ${code}${words && ` (“${words}”)`}.`, error);
};

const reasonOf = (code: string): OidcReason => {
  if (code === 'invalid_grant') return 'code_refused';
  return code === 'invalid_client' || code === 'unauthorized_client' ? 'client_refused' : 'provider_error';
};

/** The words of openid-client 6.9 and oauth4webapi 3.8; tests go red where a later one says otherwise. */
const EXPLANATIONS: [words: RegExp, reason: OidcReason, sentence: string][] = [
  [/must be provided only once/, 'repeated_parameter', 'The answer has a parameter twice.'],
  [/^response parameter "iss"/, 'missing_issuer', 'The answer does not say which provider it is of (iss).'],
  [
    /^unexpected "iss"/,
    'foreign_issuer',
    'The answer is of another provider than the sign-in began with (iss).',
  ],
  [/"state"/, 'foreign_state', 'The answer belongs to no sign-in that began in this browser (state).'],
  [/no authorization code/, 'missing_code', 'The answer has no code.'],
  [/"id_token" property/, 'missing_id_token', 'The provider gave no ID token. Is openid among its scopes?'],
  [
    /^JWE decryption/,
    'encrypted_token',
    'The ID token is encrypted, which is not taken. Have it signed alone.',
  ],
  [/^JWT "nonce"/, 'foreign_nonce', 'The ID token was made for no sign-in of this service (nonce).'],
  [
    /^JWT "(?:aud|exp|iat|iss|sub)".*missing/,
    'missing_claim',
    'The ID token lacks one of iss, sub, aud, exp and iat.',
  ],
  [/"nonce" claim value/, 'foreign_nonce', 'The ID token was made for another sign-in (nonce).'],
  [/"iss" \(issuer\) claim value/, 'foreign_issuer', 'The ID token is of another issuer (iss).'],
  [
    /"(?:aud|azp)" \([a-z ]+\) claim/,
    'foreign_audience',
    'The ID token was made for another client (aud, azp).',
  ],
  [/JW[ST] "alg"/, 'refused_algorithm', 'The ID token is signed with an algorithm that is not taken.'],
  [
    /^unsupported .*modulusLength/,
    'unusable_key',
    "The provider's key is too short: RSA has 2048 bits at least.",
  ],
  [/no applicable keys/, 'unknown_key', 'The ID token is signed with a key that the provider does not show.'],
  [
    /multiple applicable keys/,
    'ambiguous_key',
    'The ID token does not say which of several keys signed it (kid).',
  ],
  [/signature verification failed/, 'foreign_signature', "The ID token's signature is not the provider's."],
  [/"sub" property value/, 'foreign_subject', 'The provider told the claims of somebody else (userinfo).'],
  [
    /unexpected HTTP (?:response )?status/,
    'unexpected_status',
    'The provider answered with an unexpected HTTP status.',
  ],
  [/content-type/, 'not_json', 'The provider answered with another content type than JSON.'],
  [/^failed to parse "response" body/, 'not_json', 'The provider answered with something else than JSON.'],
];

import { ProviderRefusal } from '../provider-refusal.ts';

/** Each has its sentence where it is thrown. */
export type OidcReason =
  | 'ambiguous_key'
  | 'blocked_address'
  | 'client_refused'
  | 'code_refused'
  | 'encrypted_token'
  | 'expired'
  | 'foreign_access_token'
  | 'foreign_audience'
  | 'foreign_issuer'
  | 'foreign_nonce'
  | 'foreign_signature'
  | 'foreign_state'
  | 'foreign_subject'
  | 'invalid_answer'
  | 'invalid_issuer'
  | 'invalid_metadata'
  | 'issued_in_future'
  | 'login_too_old'
  | 'many_tenants'
  | 'missing_claim'
  | 'missing_code'
  | 'missing_id_token'
  | 'missing_issuer'
  | 'no_answer'
  | 'no_client_authentication'
  | 'no_code_flow'
  | 'no_pkce'
  | 'not_json'
  | 'not_yet_valid'
  | 'personal_account'
  | 'provider_error'
  | 'redirected'
  | 'refused_algorithm'
  | 'repeated_parameter'
  | 'too_large'
  | 'unexpected_status'
  | 'unknown_key'
  | 'unusable_key'
  | 'unusable_subject';

export const refuseOidc = (reason: OidcReason, sentence: string, cause?: unknown): ProviderRefusal =>
  new ProviderRefusal(reason, sentence, cause === undefined ? undefined : { cause });

const MAX_QUOTED = 200;

/** Shows a provider's own words as plain text: bounded, of one line, without what is not seen or could be markup. */
export const quote = (text: string): string => {
  const line = text
    .slice(0, 2 * MAX_QUOTED)
    .replaceAll(/[\p{C}\p{Z}<>&"]+/gu, ' ')
    .trim();
  const shown = [...line];
  return shown.length > MAX_QUOTED ? `${shown.slice(0, MAX_QUOTED).join('')}…` : line;
};

/**
 * Why a provider gave no signature.
 *
 * - `unreachable`, `timeout`, `too_large`, `malformed`: there is no answer that can be used: another try may help;
 * - `refused`: the provider said no; `declined`: the person did;
 * - `no_credential`: the person has no certificate there that signs documents now;
 * - `unsupported`: it wants something that this server does not do;
 * - `wrong_state`: the person came back from somewhere else, or for the second time;
 * - `expired`: it took too long;
 * - `wrong_signature`: what came back was made by another key, or over something else.
 */
export type ProviderFailure =
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'malformed'
  | 'refused'
  | 'declined'
  | 'no_credential'
  | 'unsupported'
  | 'wrong_state'
  | 'expired'
  | 'wrong_signature';

/** Thrown without an address, a secret or a text of the provider's in its message. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly code: ProviderFailure;

  constructor(code: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

import type { PreparedSignature, SignatureOrder } from '@field-inspection/evidence/seal';

/**
 * Words. A **provider** holds the keys of persons and signs digests with them. A **credential** is a person's key at
 * a provider, with its certificate. An **authorisation** is leave to sign one digest, for a short time. A
 * **redirect** sends the person to the provider's own page, and brings them back with a **state** that works once.
 */
export type SignatureProvider = {
  name: ProviderName;
  /** A demo provider proves nothing to a stranger. */
  demo: boolean;
  prepare: (signer: ProviderSigner) => Promise<ProviderStep<SigningCredential>>;
  finishPrepare: (returned: RedirectReturn, signer: ProviderSigner) => Promise<SigningCredential>;
  authorise: (
    credential: SigningCredential,
    prepared: PreparedSignature,
  ) => Promise<ProviderStep<Authorisation>>;
  finishAuthorise: (returned: RedirectReturn) => Promise<Authorisation>;
  /** The result is only the provider's word: `signDigest` judges it. */
  sign: (
    credential: SigningCredential,
    authorisation: Authorisation,
    prepared: PreparedSignature,
  ) => Promise<Uint8Array>;
};

export type ProviderName = 'demo' | 'csc';

/** The levels of eIDAS. The server's own signatures are never more than simple. */
export type SignatureLevel = 'SES' | 'AES' | 'QES';

export type ProviderSigner = { name: string; email: string | null };

export type SigningCredential = {
  id: string;
  subject: string;
  level: SignatureLevel;
  /** Without the root. */
  certificates: SignatureOrder['certificates'];
  hash: NonNullable<SignatureOrder['hash']>;
  scheme?: SignatureOrder['scheme'];
  /** Shown to the provider again. Secret: kept sealed. */
  access: string;
};

export type Authorisation = {
  /** Secret: kept sealed, if at all. */
  secret: string;
  expiresAt: Date;
};

export type ProviderStep<Result> =
  { done: true; result: Result } | { done: false; redirect: ProviderRedirect };

/** The state comes back once: one statement must take it back. */
export type ProviderRedirect = {
  actionUrl: string;
  state: string;
  /** The step goes on with it. Secret: kept sealed. */
  secret: string;
  expiresAt: Date;
};

export type RedirectReturn = {
  redirect: Pick<ProviderRedirect, 'state' | 'secret' | 'expiresAt'>;
  query: URLSearchParams;
};

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

/** The message has no address, no secret and no text of the provider's. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly code: ProviderFailure;

  constructor(code: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

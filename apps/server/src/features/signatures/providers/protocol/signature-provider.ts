import type { PreparedSignature, SignatureOrder } from '@field-inspection/evidence/seal';

/**
 * Words. A **provider** holds the keys of persons and signs digests with them. A **credential** is a person's key at
 * a provider, with its certificate. An **authorisation** is leave to sign one digest, for a short time. A
 * **redirect** sends the person to the provider's own page, and brings them back with a **state** that works once.
 */
export type SignatureProvider = {
  name: ProviderName;
  /** The server's own provider in demo mode: it proves nothing to a stranger. */
  demo: boolean;
  /** First step: gives the certificate that the person will sign with. */
  prepare: (signer: ProviderSigner) => Promise<ProviderStep<SigningCredential>>;
  /** Goes on with the first step when the person is back. */
  finishPrepare: (returned: RedirectReturn, signer: ProviderSigner) => Promise<SigningCredential>;
  /** Second step: asks the person for leave to sign the prepared digest under that certificate. */
  authorise: (
    credential: SigningCredential,
    prepared: PreparedSignature,
  ) => Promise<ProviderStep<Authorisation>>;
  /** Goes on with the second step when the person is back. */
  finishAuthorise: (returned: RedirectReturn) => Promise<Authorisation>;
  /** Signs. The result is only the provider's word: `signDigest` judges it. */
  sign: (
    credential: SigningCredential,
    authorisation: Authorisation,
    prepared: PreparedSignature,
  ) => Promise<Uint8Array>;
};

export type ProviderName = 'demo' | 'csc';

/** Levels of eIDAS: simple, advanced, qualified. The server's own signatures are never more than simple. */
export type SignatureLevel = 'SES' | 'AES' | 'QES';

export type ProviderSigner = { name: string; email: string | null };

export type SigningCredential = {
  /** The provider's name for the credential. */
  id: string;
  /** The certificate's subject (RFC 4514): the provider knows the person, this server does not. */
  subject: string;
  level: SignatureLevel;
  /** The signer's certificate and its issuers without the root, and how the key signs: parts of the order. */
  certificates: SignatureOrder['certificates'];
  hash: NonNullable<SignatureOrder['hash']>;
  scheme?: SignatureOrder['scheme'];
  /** The values that the provider must be shown again: secret, to be kept sealed. */
  access: string;
};

export type Authorisation = {
  /** Secret, to be kept sealed, if at all. */
  secret: string;
  expiresAt: Date;
};

export type ProviderStep<Result> =
  { done: true; result: Result } | { done: false; redirect: ProviderRedirect };

/** The page where the person must go first. The state comes back once: one statement must take it back. */
export type ProviderRedirect = {
  actionUrl: string;
  state: string;
  /** The values with which the step goes on: to be kept sealed. */
  secret: string;
  expiresAt: Date;
};

/** A kept redirect, and the query with which the person came back. */
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

/** Thrown without an address, a secret or a text of the provider's in its message. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly code: ProviderFailure;

  constructor(code: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

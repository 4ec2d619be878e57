// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { Locale, LocaleInput } from './sessions.ts';

/** `client.signatures` */
export class Signatures {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Ask for a signature on the report.
   *
   * On the newest report that is ready. `sign_url` is returned here and never again; a one-time code is
   * sent to the signer when its page asks for it. At most 50 a session.
   *
   * Scope: `signatures:write`.
   *
   * @throws {ApiError} `evidence_not_ready`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `session.invalid_state`, `session.redacted`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const requestedSignature = await client.signatures.request(sessionId, { signer: {"name":"Ada Rossi","email":"ada@example.com"}, level: 'SES' });
   * ```
   */
  request(
    sessionId: string,
    body: RequestSignatureBody,
    options?: WriteOptions,
  ): ApiPromise<RequestedSignature> {
    return this.#transport.post(path`/v1/evidence/${{ sessionId }}/signatures`, { body, options });
  }

  /**
   * List a session's signatures.
   *
   * Those on its reports, newest first, without their links.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `not_found`, `permission_denied`,
   * `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const signature of client.signatures.list(sessionId, { limit: 50 })) {
   *   console.log(signature);
   * }
   * ```
   */
  list(sessionId: string, query?: ListSignaturesQuery, options?: ListOptions): PagePromise<Signature> {
    return this.#transport.list(path`/v1/evidence/${{ sessionId }}/signatures`, { query, options });
  }

  /**
   * Get a signature.
   *
   * Where it stands.
   *
   * Scope: `evidence:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const signature = await client.signatures.get(sessionId, signatureId);
   * ```
   */
  get(sessionId: string, signatureId: string, options?: RequestOptions): ApiPromise<Signature> {
    return this.#transport.get(path`/v1/evidence/${{ sessionId }}/signatures/${{ signatureId }}`, {
      options,
    });
  }

  /**
   * Cancel a signature.
   *
   * Its link, its code and what they opened are dead. One that is signed stays; one that has ended
   * otherwise stays as it is.
   *
   * Scope: `signatures:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `session.invalid_state`, `unauthenticated`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * await client.signatures.cancel(sessionId, signatureId);
   * ```
   */
  cancel(sessionId: string, signatureId: string, options?: WriteOptions): ApiPromise<void> {
    return this.#transport.delete(path`/v1/evidence/${{ sessionId }}/signatures/${{ signatureId }}`, {
      options,
      isVoid: true,
    });
  }
}

export interface ListSignaturesQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

/** A person's electronic signature on a report */
export interface Signature {
  /** UUID */
  id: string;
  /** UUID */
  session: string;
  /** Until it is signed the report that it was asked for; then the report that bears it */
  report: string;
  status: SignatureStatus | NewerValue;
  level: SignatureLevel | NewerValue;
  provider: SignatureProvider | NewerValue;
  locale: Locale | NewerValue;
  signer: Signer;
  /** Of whom the certificate is, as it says (RFC 4514); null until it is signed */
  certificate_subject: string | null;
  /** Why the last try came to nothing */
  failure: SignatureFailure | null;
  /** After it nobody can sign: 14 days after the creation */
  expires_at: string;
  /** When it was put into the PDF */
  signed_at: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
}

/** signing: the signer is at it, for 10 minutes at most; signed: it is in the PDF */
export type SignatureStatus =
  'pending' | 'signing' | 'signed' | 'declined' | 'cancelled' | 'expired' | 'failed';

/** SES: simple; AES: advanced; QES: qualified (Regulation (EU) 910/2014) */
export type SignatureLevel = 'SES' | 'AES' | 'QES';

/** demo: of demo mode, proves nothing; csc: the remote one that the service is configured with */
export type SignatureProvider = 'demo' | 'csc';

/** Who is to sign */
export interface Signer {
  /** First and last name */
  name: string;
  /** Empty when absent */
  email: string;
  /** E.164; empty when absent */
  phone: string;
}

/** Why the last try to sign came to nothing */
export interface SignatureFailure {
  /** A word for programs */
  code: string;
  /** A sentence for people */
  message: string;
}

/** Whom to ask for a signature, and of which level */
export interface RequestSignatureBody {
  signer: SignerInput;
  level: SignatureLevel | NewerValue;
  /** The configured one unless given; csc where there are two */
  provider?: SignatureProvider | NewerValue | undefined;
  /** Of the page, the messages and the statement; the session's unless given */
  locale?: LocaleInput | undefined;
  /** Send the link to the signer, by e-mail, else by SMS; false unless given */
  send_link?: boolean | undefined;
}

/** Who is to sign; email or phone is needed */
export type SignerInput = SignerInputFields & ({ email: string } | { phone: string });

interface SignerInputFields {
  /** As the statement that they sign names them */
  name: string;
  /** Where the code goes; email, phone or both */
  email?: string | undefined;
  /** Where the code goes, with country code */
  phone?: string | undefined;
}

/** A requested signature with its link */
export interface RequestedSignature extends Signature {
  /** Where the signer signs. Carries a secret token; shown only here */
  sign_url: string;
}

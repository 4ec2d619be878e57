// Generated from packages/contract by pnpm gen; do not edit.

import type { FieldBranding } from './field.ts';
import type { FieldTransport } from '../transport/field-transport.ts';
import type { NewerValue } from '../../http/newer-value.ts';
import type { ApiPromise } from '../../requests/api-promise.ts';
import type { RequestOptions, WriteOptions } from '../../requests/options.ts';
import { path } from '../../requests/route-path.ts';
import type { CodeChannel } from '../../resources/participants.ts';
import type { Locale } from '../../resources/sessions.ts';
import type {
  SignatureFailure,
  SignatureLevel,
  SignatureProvider,
  SignatureStatus,
} from '../../resources/signatures.ts';

/** `signing` */
export class Signing {
  readonly #transport: FieldTransport;

  /** @internal */
  constructor(transport: FieldTransport) {
    this.#transport = transport;
  }

  /**
   * Open a request to sign.
   *
   * Bearer: what stands behind the # of sign_url. Nothing of the report is shown.
   *
   * @throws {ApiError} `internal_error`, `link_expired`, `otp_locked`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const signingRequest = await signing.open();
   * ```
   */
  open(options?: RequestOptions): ApiPromise<SigningRequest> {
    return this.#transport.get(path`/v1/signing`, { options });
  }

  /**
   * Send the one-time code.
   *
   * To the signer, by e-mail and SMS as given; a code before it is dead.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `link_expired`, `otp_locked`, `payload_too_large`, `rate_limited`, `request_timeout`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const signingRequest = await signing.sendCode();
   * ```
   */
  sendCode(options?: WriteOptions): ApiPromise<SigningRequest> {
    return this.#transport.post(path`/v1/signing/code`, { options });
  }

  /**
   * Verify the one-time code.
   *
   * The right one gives a token for this device; five wrong ones in all lock the request.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `link_expired`, `otp_expired`, `otp_invalid`, `otp_locked`, `otp_required`, `payload_too_large`,
   * `rate_limited`, `request_timeout`, `unauthenticated`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const signingSession = await signing.verify({ otp_code: '482913' });
   * ```
   */
  verify(body: VerifySigningBody, options?: WriteOptions): ApiPromise<SigningSession> {
    return this.#transport.post(path`/v1/signing/verify`, { body, options });
  }

  /**
   * Get what is to be signed.
   *
   * The report, the statement, and where the signature stands.
   *
   * @throws {ApiError} `internal_error`, `link_expired`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const signingView = await signing.get();
   * ```
   */
  get(options?: RequestOptions): ApiPromise<SigningView> {
    return this.#transport.get(path`/v1/signing/session`, { options });
  }

  /**
   * Sign the report.
   *
   * Done at once, or `action_url` is the provider's page. One signer at a time has the report, for 10
   * minutes; others get 409.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `link_expired`, `payload_too_large`, `rate_limited`, `request_timeout`, `signature_in_progress`,
   * `signature_refused`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`,
   * `version_conflict`
   *
   * @example
   * ```ts
   * const signingStep = await signing.sign({ sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' });
   * ```
   */
  sign(body: SignBody, options?: WriteOptions): ApiPromise<SigningStep> {
    return this.#transport.post(path`/v1/signing/sign`, { body, options });
  }

  /**
   * Go on after the provider.
   *
   * With what stands in the address to which the provider sent the signer back.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `link_expired`, `payload_too_large`, `rate_limited`, `request_timeout`, `signature_in_progress`,
   * `signature_refused`, `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`,
   * `version_conflict`
   *
   * @example
   * ```ts
   * const signingStep = await signing.finish({ state: 'k3yR0s' });
   * ```
   */
  finish(body: FinishSigningBody, options?: WriteOptions): ApiPromise<SigningStep> {
    return this.#transport.post(path`/v1/signing/finish`, { body, options });
  }

  /**
   * Decline to sign.
   *
   * For good: another signature must be asked for.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `link_expired`, `payload_too_large`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const signingStep = await signing.decline();
   * ```
   */
  decline(options?: WriteOptions): ApiPromise<SigningStep> {
    return this.#transport.post(path`/v1/signing/decline`, { options });
  }
}

/** What the link alone shows */
export interface SigningRequest {
  status: SignatureStatus | NewerValue;
  locale: Locale | NewerValue;
  /** The organisation that asks */
  organisation_name: string;
  branding: FieldBranding;
  /** Where the code goes */
  channels: (CodeChannel | NewerValue)[];
  /** Masked; null when no e-mail is sent */
  channel_hint_email: string | null;
  /** Masked; null when no SMS is sent */
  channel_hint_phone: string | null;
  /** Until when the code that was sent last can be used; null when none can */
  code_expires_at: string | null;
  /** After it nobody can sign */
  expires_at: string;
}

/** The one-time code */
export interface VerifySigningBody {
  /** The one-time code */
  otp_code?: string | undefined;
  /** The same by its old name, which goes with the next release: send otp_code */
  code?: string | undefined;
}

/** What the right code gives */
export interface SigningSession {
  /** Opaque; works on this device only. The next code that is entered kills it */
  signing_session_token: string;
  /** 30 minutes after the code */
  signing_session_expires_at: string;
}

/** What the signer is shown */
export interface SigningView {
  status: SignatureStatus | NewerValue;
  locale: Locale | NewerValue;
  /** The organisation that asks */
  organisation_name: string;
  branding: FieldBranding;
  /** Who is asked to sign */
  signer_name: string;
  level: SignatureLevel | NewerValue;
  provider: SignatureProvider | NewerValue;
  /** What they sign, word for word, in their locale */
  statement: string;
  report: SigningReport;
  /** Why the last try came to nothing */
  failure: SignatureFailure | null;
  /** ISO 8601 timestamp */
  expires_at: string;
  /** null until it is signed */
  signed_at: string | null;
}

/** The newest revision of the report */
export interface SigningReport {
  /** UUID */
  id: string;
  locale: Locale | NewerValue;
  /** Of the PDF that the signer is shown, in hexadecimal */
  sha256: string;
  /** Of the PDF */
  byte_size: number;
  /** Of the PDF */
  pages: number;
  /** Opens without a credential for 15 minutes */
  pdf_url: string;
}

/** What the signer was shown and signs */
export interface SignBody {
  /** Of the PDF that the signer is shown, in hexadecimal */
  sha256: string;
}

/** How a step of signing ended */
export interface SigningStep {
  status: SignatureStatus | NewerValue;
  /**
   * The provider's page, where the signer must go now; it leads back to /sign/return with state and
   * code. null: nothing is to be done there
   */
  action_url: string | null;
}

/** What the provider sends the signer back with */
export interface FinishSigningBody {
  /** As it came; works once */
  state: string;
  /** As it came */
  code?: string | undefined;
  /** As it came */
  error?: string | undefined;
}

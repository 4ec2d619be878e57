// Generated from packages/contract by pnpm gen; do not edit.

import type { FieldBranding, FieldParticipant, FieldSession } from './field.ts';
import type { ParticipantConsents, Uploads } from '../shapes/open-shapes.ts';
import type { FieldTransport } from '../transport/field-transport.ts';
import type { NewerValue } from '../../http/newer-value.ts';
import type { ApiPromise } from '../../requests/api-promise.ts';
import type { RequestOptions, WriteOptions } from '../../requests/options.ts';
import { path } from '../../requests/route-path.ts';
import type { CodeChannel } from '../../resources/participants.ts';
import type { MediaConnection } from '../../resources/sessions.ts';

/** `join` */
export class Join {
  readonly #transport: FieldTransport;

  /** @internal */
  constructor(transport: FieldTransport) {
    this.#transport = transport;
  }

  /**
   * Join a session.
   *
   * Called by the page behind `join_url`. The one-time code, when required, goes in `X-Join-OTP`, never
   * in the URL.
   *
   * @throws {ApiError} `internal_error`, `invite_expired`, `invite_redeemed`, `not_found`,
   * `otp_expired`, `otp_invalid`, `otp_locked`, `otp_required`, `rate_limited`, `unavailable`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const joinedSession = await join.redeem(sessionId, token);
   * ```
   */
  redeem(sessionId: string, token: string, options?: RequestOptions): ApiPromise<JoinedSession> {
    return this.#transport.get(path`/v1/sessions/${{ sessionId }}/join/${{ token }}`, { options });
  }

  /**
   * Ask for a new code.
   *
   * Called by the page behind `join_url`, whose code may have expired long before its link. The code
   * goes to the channels of the invite; the one before is dead, and wrong attempts stay counted. What
   * stands in the way is told in the order of the join.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `invite_expired`, `invite_redeemed`, `not_found`, `otp_locked`, `otp_not_required`,
   * `payload_too_large`, `rate_limited`, `request_timeout`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const requestedCode = await join.requestCode(sessionId, token);
   * ```
   */
  requestCode(sessionId: string, token: string, options?: WriteOptions): ApiPromise<RequestedCode> {
    return this.#transport.post(path`/v1/sessions/${{ sessionId }}/join/${{ token }}/code`, { options });
  }
}

/** The live field session */
export interface JoinedSession {
  /** Opaque; dies with the session */
  field_session_token: string;
  /** null: until the session's end */
  field_session_expires_at: string | null;
  session: FieldSession;
  participant: FieldParticipant;
  consent_state: ParticipantConsents;
  branding: FieldBranding;
  media_connection: MediaConnection;
  uploads: Uploads;
}

/** Where a new one-time code is on its way to */
export interface RequestedCode {
  /** Those of the invite */
  channels: (CodeChannel | NewerValue)[];
  /** Masked */
  channel_hint_email: string | null;
  /** Masked */
  channel_hint_phone: string | null;
  /** ISO 8601 timestamp */
  otp_expires_at: string;
}

// Generated from packages/contract by pnpm gen; do not edit.

import type { ParticipantConsents, UpdateConsentBody, Uploads } from '../shapes/open-shapes.ts';
import type { FieldTransport } from '../transport/field-transport.ts';
import type { NewerValue } from '../../http/newer-value.ts';
import type { ApiPromise } from '../../requests/api-promise.ts';
import type { RequestOptions, WriteOptions } from '../../requests/options.ts';
import { path } from '../../requests/route-path.ts';
import type { Locale, MediaConnection, SessionStatus } from '../../resources/sessions.ts';

/** `field` */
export class Field {
  readonly #transport: FieldTransport;

  /** @internal */
  constructor(transport: FieldTransport) {
    this.#transport = transport;
  }

  /**
   * Get the field session.
   *
   * What the device needs to go on, such as after a reload or on another network: the bearer is enough,
   * the link is not redeemed again. Each call gives a media_connection that is good for another 12
   * hours.
   *
   * @throws {ApiError} `internal_error`, `rate_limited`, `unauthenticated`, `unavailable`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const fieldState = await field.get();
   * ```
   */
  get(options?: RequestOptions): ApiPromise<FieldState> {
    return this.#transport.get(path`/v1/field/session`, { options });
  }

  /**
   * Say what is not sent yet.
   *
   * How many items the device still holds, for the operator to know before they end the session: the
   * session's `unsent_items` is the sum of what its participants said last; a revoked one counts no
   * more. Telemetry: it is no entry of the audit chain, and changes nothing else.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `rate_limited`, `request_timeout`, `session.already_ended`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const unsentItems = await field.update({ unsent_items: 3 });
   * ```
   */
  update(body: UpdateFieldSessionBody, options?: WriteOptions): ApiPromise<UnsentItems> {
    return this.#transport.patch(path`/v1/field/session`, { body, options });
  }

  /**
   * Change the consent.
   *
   * The field person's own, matter by matter. Each change is in the audit chain, with the version and
   * the language of the texts. What is not granted, or revoked, is not collected.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `quota_reached`, `rate_limited`, `request_timeout`, `session.already_ended`,
   * `session.invalid_state`, `unauthenticated`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const participantConsents = await field.updateConsent({ camera: 'granted' });
   * ```
   */
  updateConsent(body: UpdateConsentBody, options?: WriteOptions): ApiPromise<ParticipantConsents> {
    return this.#transport.patch(path`/v1/field/consent`, { body, options });
  }

  /**
   * Leave the session.
   *
   * The token is dead afterwards; the link lets the same device in again. Under its Idempotency-Key the
   * call may be repeated with the dead token.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `rate_limited`, `request_timeout`, `session.already_ended`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * await field.leave();
   * ```
   */
  leave(options?: WriteOptions): ApiPromise<void> {
    return this.#transport.post(path`/v1/field/leave`, { options, isVoid: true });
  }
}

/** The session as the field person's device sees it */
export interface FieldState {
  session: FieldSession;
  /** The slots of `shots` that are required and have no evidence that is ready, in their order */
  missing_shots: string[];
  participant: FieldParticipant;
  consent_state: ParticipantConsents;
  branding: FieldBranding;
  media_connection: MediaConnection;
  uploads: Uploads;
}

/** The session as the field person sees it */
export interface FieldSession {
  /** UUID */
  id: string;
  status: SessionStatus | NewerValue;
  locale: Locale | NewerValue;
  /** The appointment; null when there is none */
  scheduled_for: string | null;
  /** What the operator says of the inspection */
  notes: string;
  /** What is asked for, in its order; empty when nothing is */
  shots: FieldShot[];
}

/** Something that the session asks for */
export interface FieldShot {
  /** What a photo or upload names as its slot */
  slot: string;
  /** In the session's locale, else in English, else in the first that there is */
  label: string;
  /** Whether the inspection misses something without it */
  required: boolean;
  /** The same of the hint; empty when there is none */
  hint: string;
}

/** The field person */
export interface FieldParticipant {
  /** UUID */
  id: string;
  /** The person on site */
  role: 'field';
  /** Empty when absent */
  first_name: string;
}

/** Whose inspection it is, and how that looks */
export interface FieldBranding {
  /** The display_name of the branding, or else the organisation's name */
  organisation_name: string;
  colours: FieldColours;
  /** A PNG; null without a logo */
  logo_url: string | null;
  /** Plain text; empty when absent */
  footer: string;
  /** The imprint of the organisation, or null */
  imprint_url: string | null;
  /** Its privacy policy, or null */
  privacy_url: string | null;
}

/** null where the organisation has set none */
export interface FieldColours {
  /** Of buttons and links on white, with white words */
  primary: string | null;
  /** The same on a dark page: lightened until it is read there */
  primary_dark: string | null;
  /** Behind a light page */
  background: string | null;
}

/** What the device still holds */
export interface UpdateFieldSessionBody {
  /** What was taken and is not stored yet */
  unsent_items: number;
}

/** What the device is known to hold */
export interface UnsentItems {
  /** What was taken and is not stored yet */
  unsent_items: number;
  /** When the device said so */
  unsent_items_at: string;
}

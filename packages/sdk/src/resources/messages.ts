// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { Locale, LocaleInput } from './sessions.ts';

/** `client.messages` */
export class Messages {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the texts of messages.
   *
   * Those that the organisation wrote itself. All others are the service's own.
   *
   * Scope: `branding:read`.
   *
   * @throws {ApiError} `internal_error`, `permission_denied`, `rate_limited`, `unauthenticated`,
   * `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const messageTexts = await client.messages.get();
   * ```
   */
  get(query?: GetMessagesQuery, options?: RequestOptions): ApiPromise<MessageTexts> {
    return this.#transport.get(path`/v1/org/messages`, { query, options });
  }

  /**
   * Change the texts of a message.
   *
   * Of one kind in one locale. null goes back to the text of the service. It holds for what is sent from
   * then on, also for what waits. It has no ETag: with an `If-Match` other than `*` the answer is 412,
   * and nothing is changed.
   *
   * Scope: `branding:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `precondition_failed`, `rate_limited`, `request_timeout`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const messageText = await client.messages.update({ kind: 'invite', locale: 'pt-BR' });
   * ```
   */
  update(body: MessageTextBody, options?: WriteOptions): ApiPromise<MessageText> {
    return this.#transport.patch(path`/v1/org/messages`, { body, options });
  }

  /**
   * Preview a message.
   *
   * With sample values. Nothing is saved and nothing is sent.
   *
   * Scope: `branding:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const messagePreview = await client.messages.preview({ kind: 'invite', locale: 'pt-BR' });
   * ```
   */
  preview(body: MessageTextBody, options?: WriteOptions): ApiPromise<MessagePreview> {
    return this.#transport.post(path`/v1/org/messages/preview`, { body, options });
  }
}

export interface GetMessagesQuery {
  locale?: LocaleInput | undefined;
}

/** The texts that the organisation wrote itself, by kind and locale; all that is not here is as ever */
export interface MessageTexts {
  /** All of them */
  data: MessageText[];
  /** false: the list is whole */
  has_more: boolean;
  /** null: the list is whole */
  next_cursor: string | null;
}

/** What an organisation wrote itself of one kind of message in one locale */
export interface MessageText {
  kind: MessageTextKind | NewerValue;
  locale: Locale | NewerValue;
  /** Of the e-mail; null: the service's own */
  subject: string | null;
  /** Of the e-mail, between greeting and footer; null: the service's own */
  body: string | null;
  /** null: the service's own, or none at all */
  sms: string | null;
  /** ISO 8601 timestamp */
  updated_at: string;
}

/** A kind of message whose texts an organisation may write itself */
export type MessageTextKind =
  | 'invite'
  | 'otp'
  | 'reminder_invitee_24h'
  | 'reminder_invitee_1h'
  | 'reminder_operator_24h'
  | 'reminder_operator_1h'
  | 'invite_cancelled'
  | 'signature_request'
  | 'signature_otp'
  | 'member_invitation';

/** Texts of one kind of message in one locale; what is left out is as it is set */
export interface MessageTextBody {
  kind: MessageTextKind | NewerValue;
  locale: LocaleInput;
  /** Up to 150 characters in one line, without link and code; null: the service's own */
  subject?: string | null | undefined;
  /**
   * Plain text of up to 4000 characters; an empty line begins a paragraph, and {link}, {code} and other
   * blocks have a line of their own; null: the service's own
   */
  body?: string | null | undefined;
  /** Up to 320 characters in one line; null: the service's own */
  sms?: string | null | undefined;
}

/** A message as it would be sent, with sample values */
export interface MessagePreview {
  email: EmailPreview;
  /** null for a kind that is never sent by SMS */
  sms: SmsPreview | null;
}

/** An e-mail as it would be sent */
export interface EmailPreview {
  /** As it would be sent */
  subject: string;
  /** The text alternative */
  text: string;
  /** The message as it would be shown */
  html: string;
}

/** An SMS as it would be sent */
export interface SmsPreview {
  /** As it would be sent */
  text: string;
  /** ucs2 as soon as one character is not of the GSM alphabet */
  encoding: 'gsm7' | 'ucs2' | NewerValue;
  /** As how many SMS it is sent and paid */
  parts: number;
}

// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { ConsentValue } from './sessions.ts';

/** `client.participants` */
export class Participants {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Mint an invite.
   *
   * `join_url` and `otp_code` are returned here and never again. `messages` are those that it queued.
   *
   * Scope: `participants:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `session.already_ended`, `unauthenticated`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const invite = await client.participants.create(sessionId, { recipient_first_name: 'Ada' });
   * ```
   */
  create(sessionId: string, body?: CreateParticipantBody, options?: WriteOptions): ApiPromise<MintedInvite> {
    return this.#transport.post(path`/api/v1/public/sessions/${{ sessionId }}/participants`, {
      body,
      options,
    });
  }

  /**
   * List the invites of a session.
   *
   * Newest first, without links and codes. `messages` say what became of each.
   *
   * Scope: `participants:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `not_found`, `permission_denied`,
   * `rate_limited`, `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const invite of client.participants.list(sessionId, { limit: 50 })) {
   *   console.log(invite);
   * }
   * ```
   */
  list(sessionId: string, query?: ListParticipantsQuery, options?: ListOptions): PagePromise<Invite> {
    return this.#transport.list(path`/api/v1/public/sessions/${{ sessionId }}/participants`, {
      query,
      options,
    });
  }

  /**
   * Reissue an invite.
   *
   * Keeps the id, gives a new link and code with the first lifetime; the old ones are dead. `messages`
   * are those that it queued.
   *
   * Scope: `participants:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `invite_expired`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `session.already_ended`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const invite = await client.participants.reissue(sessionId, inviteId);
   * ```
   */
  reissue(sessionId: string, inviteId: string, options?: WriteOptions): ApiPromise<MintedInvite> {
    return this.#transport.post(
      path`/api/v1/public/sessions/${{ sessionId }}/participants/${{ inviteId }}/reissue`,
      { options },
    );
  }

  /**
   * Revoke an invite.
   *
   * Its link, its code and the tokens it gave are dead. Repeating it changes nothing.
   *
   * Scope: `participants:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * await client.participants.revoke(sessionId, inviteId);
   * ```
   */
  revoke(sessionId: string, inviteId: string, options?: WriteOptions): ApiPromise<void> {
    return this.#transport.delete(
      path`/api/v1/public/sessions/${{ sessionId }}/participants/${{ inviteId }}`,
      { options, isVoid: true },
    );
  }
}

export interface ListParticipantsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
}

/** An invite of a field person to a session */
export interface Invite extends InviteNotice {
  consent_state: ParticipantConsents;
  /** What became of its e-mails and SMS, the oldest first: the newest of each kind and channel */
  messages: InviteMessage[];
}

/** locked: five wrong codes; reissue it */
export type InviteStatus = 'pending' | 'joined' | 'locked' | 'expired' | 'revoked';

/** What one field person has allowed */
export interface ParticipantConsents {
  /** Photos and videos of theirs */
  camera: ConsentValue | NewerValue;
  /** Their sound in the live picture */
  microphone: ConsentValue | NewerValue;
  /** The place of what they capture */
  gps: ConsentValue | NewerValue;
  /** Recordings of the live picture */
  recording: ConsentValue | NewerValue;
}

/** An e-mail or SMS of an invite, and what became of it */
export interface InviteMessage {
  /** The same as `data.id` of `message.failed` */
  id: string;
  kind: SessionMessageKind | NewerValue;
  channel: CodeChannel | NewerValue;
  status: MessageStatus | NewerValue;
  /** Why it bounced or failed; null otherwise */
  reason: MessageFailure | NewerValue | null;
  /** When its status last changed */
  updated_at: string;
}

/**
 * invite: the link; otp: the code of an invite; invite_cancelled: the time that they were invited for
 * does not hold
 */
export type SessionMessageKind =
  | 'invite'
  | 'otp'
  | 'reminder_invitee_24h'
  | 'reminder_invitee_1h'
  | 'reminder_operator_24h'
  | 'reminder_operator_1h'
  | 'invite_cancelled'
  | 'signature_request'
  | 'signature_otp';

/** A way that a one-time code takes, and every other message */
export type CodeChannel = 'email' | 'sms';

/**
 * queued: still to be sent; sent: the mail server or the gateway took it; delivered: it said that the
 * recipient has it; bounced: it came back; failed: it will not be sent any more; cancelled: it was not
 * needed any more
 */
export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'cancelled';

/**
 * limit: the limits of messages left no room; expired: its own time was over before anybody took it;
 * unreachable: nobody took it within 15 minutes of trying; unknown_recipient: no such address or
 * number; mailbox_full; blocked: refused as unwanted; refused: refused for good, for any other reason
 */
export type MessageFailure =
  'limit' | 'expired' | 'unreachable' | 'unknown_recipient' | 'mailbox_full' | 'blocked' | 'refused';

/** Whom to invite, and how the link travels */
export interface CreateParticipantBody {
  /** Up to 100 characters */
  recipient_first_name?: string | undefined;
  /** Up to 100 characters */
  recipient_last_name?: string | undefined;
  /** E-mail address, or empty */
  recipient_email?: string | undefined;
  /**
   * With country code, after + or after what is dialled to leave the country of the organisation's time
   * zone, such as 00
   */
  recipient_phone?: string | undefined;
  /** E-mail the link to `recipient_email`, without which it is refused; false unless given */
  send_email?: boolean | undefined;
  /** Text the link to `recipient_phone`, without which it is refused; false unless given */
  send_sms?: boolean | undefined;
  /**
   * Whether the code goes out with the invite, in a message of its own; true unless given. It dies after
   * 10 minutes: with false no message carries it, and whoever opens the link asks for one on the page
   */
  send_code?: boolean | undefined;
  /**
   * Lifetime of the invite in minutes, 1 to 10 080; 1 440 unless given. These 1 440 count from
   * `scheduled_for` while that is to come, any other number from now
   */
  ttl_minutes?: number | undefined;
}

/** A new invite with its link and code */
export interface MintedInvite extends Invite {
  /** Carries a single-use token; shown only here */
  join_url: string;
  /**
   * 6 digits, shown only here, and sent with the invite unless `send_code` is false; null when no code
   * is required. It dies after 10 minutes: whoever opens the link later asks for a new one on the page
   */
  otp_code: string | null;
}

/** An invite of a field person to a session, as events tell of it */
export interface InviteNotice {
  /** UUID */
  id: string;
  /** UUID */
  session: string;
  /** The person on site */
  role: 'field';
  status: InviteStatus | NewerValue;
  /** ISO 8601 timestamp */
  expires_at: string;
  /** Empty when absent */
  recipient_first_name: string;
  /** Empty when absent */
  recipient_last_name: string;
  /** Empty when absent */
  recipient_email: string;
  /** E.164; empty when absent */
  recipient_phone: string;
  /** Whether joining takes a one-time code */
  otp_required: boolean;
  /** End of the code's 10 minutes; null without a code */
  otp_expires_at: string | null;
  /** When the invite was redeemed */
  joined_at: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
}

// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';
import type { MintedInvite } from './participants.ts';
import type { CreateSessionBody, Metadata, Outcome, SessionReport, Shot } from './sessions.ts';

/**
 * `client.v1.inspections`
 *
 * Better: `client.sessions`.
 */
export class Inspections {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Create an inspection.
   *
   * A session and its invite in one call. Sends the link and the code by the channel, apart.
   *
   * Better: `client.sessions.create`.
   *
   * Scope: `sessions:write`.
   *
   * @throws {ApiError} `billing.free_plan_minutes_exhausted`, `billing.subscription_past_due`,
   * `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `payload_too_large`,
   * `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const createdInspection = await client.v1.inspections.create({ notes: 'Roof, north side' });
   * ```
   */
  create(body?: CreateInspectionBody, options?: WriteOptions): ApiPromise<CreatedInspection> {
    return this.#transport.post(path`/v1/sessions`, { body, options });
  }

  /**
   * Create many inspections.
   *
   * Up to 100 sessions with their invites, each as the call of one creates it, and each for itself: one
   * that is refused says why, and the others are created. One Idempotency-Key is for all: a repeat goes
   * on where the first was cut, and creates nothing twice. It counts like so many requests, a repeat
   * like one.
   *
   * Scope: `sessions:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const createdInspections = await client.v1.inspections.createMany({ sessions: [{"reference":"CLM-2026-00417"},{"reference":"CLM-2026-00418"}] });
   * ```
   */
  createMany(body: CreateInspectionsBody, options?: WriteOptions): ApiPromise<CreatedInspections> {
    return this.#transport.post(path`/v1/bulk/sessions`, { body, options });
  }

  /**
   * List inspections.
   *
   * Newest first, of both families, without links. Finds one by your own id, too: `reference`, or a pair
   * of `metadata`.
   *
   * Better: `client.sessions.list`.
   *
   * Scope: `sessions:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const inspection of client.v1.inspections.list({ limit: 50 })) {
   *   console.log(inspection);
   * }
   * ```
   */
  list(query?: ListInspectionsQuery, options?: ListOptions): PagePromise<Inspection> {
    return this.#transport.list(path`/v1/sessions`, { query, options });
  }

  /**
   * Get an inspection.
   *
   * Without its link.
   *
   * Better: `client.sessions.get`.
   *
   * Scope: `sessions:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const inspection = await client.v1.inspections.get(sessionId);
   * ```
   */
  get(sessionId: string, options?: RequestOptions): ApiPromise<Inspection> {
    return this.#transport.get(path`/v1/sessions/${{ sessionId }}`, { options });
  }

  /**
   * End an inspection.
   *
   * Closes the session, sends `session.ended` and returns it. On one that has ended it answers 409.
   *
   * Better: `client.sessions.end`.
   *
   * Scope: `sessions:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `session.already_ended`, `unauthenticated`, `unavailable`, `unsupported_media_type`,
   * `validation_error`
   *
   * @example
   * ```ts
   * const inspection = await client.v1.inspections.end(sessionId);
   * ```
   */
  end(sessionId: string, options?: WriteOptions): ApiPromise<Inspection> {
    return this.#transport.delete(path`/v1/sessions/${{ sessionId }}`, { options });
  }

  /**
   * Ask for more.
   *
   * Sends the link again, with what is missing: a new invite of the same person, with a link and a code
   * of its own, under the limits of messages. It goes by e-mail, else by SMS; the labels are in the
   * language of the session. `join_url` and `otp_code` are returned here and never again. Earlier links
   * stay as they are.
   *
   * Scope: `participants:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`,
   * `invite_expired`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `session.already_ended`, `session.invalid_state`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const requestedMore = await client.v1.inspections.requestMore(sessionId, { slots: ["roof_north"] });
   * ```
   */
  requestMore(sessionId: string, body?: RequestMoreBody, options?: WriteOptions): ApiPromise<RequestedMore> {
    return this.#transport.post(path`/v1/sessions/${{ sessionId }}/request-more`, { body, options });
  }
}

export interface ListInspectionsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
  /** Only sessions in this state */
  status?: InspectionStatus | NewerValue | undefined;
  /** Only sessions with exactly this type, such as `property_claim` */
  type?: string | undefined;
  /** Only sessions with exactly this reference, such as `CLM-2026-00417` */
  reference?: string | undefined;
  /**
   * Only sessions that have all of these pairs of metadata, at most 3: `{ order: '4711' }`, in a URL
   * `metadata[order]=4711`
   */
  metadata?: Record<string, string> | undefined;
  /** Only sessions that came to this */
  outcome?: Outcome | NewerValue | undefined;
  /** Ended at this instant or later */
  ended_after?: string | undefined;
  /** Ended before this instant */
  ended_before?: string | undefined;
}

/** pending: created, open or recording; completed: closed */
export type InspectionStatus = 'pending' | 'completed' | 'expired';

/** A session, as the versioned root shows it */
export interface Inspection {
  /** UUID */
  id: string;
  status: InspectionStatus | NewerValue;
  /** Your word for what is inspected */
  type: string;
  /** Your reference; lists find the session by it */
  reference: string;
  metadata: Metadata;
  /** What is asked for, in its order; empty when nothing is */
  shots: Shot[];
  /** When the last invite expires; null without one */
  expires_at: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
  /** When the session ended; never null where status is completed */
  completed_at: string | null;
  /** Its first report: ready once the PDF can be downloaded; null until its audit chain is frozen */
  report: SessionReport | null;
}

/** The session to create, and whom to invite */
export interface CreateInspectionBody extends CreateSessionBody {
  /** Absent: nothing is sent, and the link alone lets in */
  participant?: InspectionParticipant | undefined;
  /**
   * https URLs by event type, for this session alone, signed with the organisation's callback secret;
   * wants webhooks:write too
   */
  callbacks?: Partial<Record<CallbackEventType, string>> | undefined;
}

/** Who is invited, and how */
export type InspectionParticipant = InspectionParticipantFields &
  (
    | { channel: 'sms'; phone: string; email?: undefined }
    | { channel: 'email'; email: string; phone?: undefined }
  );

interface InspectionParticipantFields {
  /** First and last name */
  name?: string | undefined;
  /** sms wants a phone, email an e-mail address, and neither the other */
  channel: 'sms' | 'email' | NewerValue;
  /** With country code, for the channel sms alone */
  phone?: string | undefined;
  /** For the channel email alone */
  email?: string | undefined;
  /**
   * Whether the code goes out with the invite, in a message of its own; true unless given. It dies after
   * 10 minutes: with false no message carries it, and whoever opens the link asks for one on the page
   */
  send_code?: boolean | undefined;
}

/** A type of event that tells of a session */
export type CallbackEventType =
  | 'session.created'
  | 'session.joined'
  | 'session.updated'
  | 'session.ended'
  | 'session.outcome'
  | 'session.evidence.captured'
  | 'session.signed'
  | 'session.anchored'
  | 'session.completed'
  | 'evidence.created'
  | 'session.expired'
  | 'session.redacted'
  | 'participant.left'
  | 'recording.ready'
  | 'message.failed';

/** A new session with its link */
export interface CreatedInspection {
  /** UUID */
  id: string;
  status: InspectionStatus | NewerValue;
  /** The link for the participant; shown only here */
  join_url: string;
  /** When the link expires */
  expires_at: string;
}

/** The sessions to create, and whom to invite to each */
export interface CreateInspectionsBody {
  /** Each as the body that creates one; at most 100 */
  sessions: CreateInspectionBody[];
}

/** What became of each session, in the order given */
export interface CreatedInspections {
  /** A row for each session that was sent, in their order */
  data: InspectionRow[];
}

/** What became of one session of many */
export interface InspectionRow {
  /** Its place in `sessions`, from 0 */
  index: number;
  /** Null where it was not created */
  inspection: CreatedInspection | null;
  /** Null where it was created */
  problem: RowProblem | null;
}

/** Why a session of many was not created */
export interface RowProblem {
  /** The HTTP status that the call of one has */
  status: number;
  /** What programs branch on: one of the codes of errors */
  code: string;
  /** What went wrong and what to do */
  detail: string;
  /** With validation_error; a path such as body.participant.phone is one of the row */
  errors?: ProblemIssue[] | undefined;
}

/** One part of the request that is not valid */
export interface ProblemIssue {
  /** Where: body.notes, query.limit, header.idempotency-key */
  path: string;
  code: IssueCode | NewerValue;
  /** What is wrong, for people */
  message: string;
}

/** The kind of fault: stable, from a list that may grow */
export type IssueCode =
  | 'invalid_type'
  | 'invalid_value'
  | 'invalid_format'
  | 'invalid_union'
  | 'invalid_key'
  | 'unrecognized_keys'
  | 'too_small'
  | 'too_big'
  | 'too_early'
  | 'too_late'
  | 'not_found'
  | 'invalid_json'
  | 'duplicate_key'
  | 'too_deep'
  | 'too_many_keys'
  | 'too_many_values'
  | 'invalid_encoding'
  | 'invalid_domain'
  | 'invalid_logo'
  | 'invalid_text'
  | 'low_contrast'
  | 'blocked_url'
  | 'blocked_address'
  | 'bad_status'
  | 'dns'
  | 'unreachable'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'timeout'
  | 'protocol'
  | 'aborted';

/** What to ask for, and whom */
export interface RequestMoreBody {
  /** What to ask for, of the `shots` of the session. Default: what is missing */
  slots?: string[] | undefined;
  /** Whom to ask: the person of this invite. Default: of the newest that is not revoked */
  invite?: string | undefined;
  /** A word of yours to the person, which the e-mail shows. At most 2 000 characters */
  message?: string | undefined;
  /** Lifetime of the link in minutes, 1 to 10 080; 1 440 unless given */
  ttl_minutes?: number | undefined;
}

/** A new invite of the same person, and what it asks for */
export interface RequestedMore extends MintedInvite {
  /** What was asked for, in the order of the shots; empty for a message alone */
  slots: string[];
}

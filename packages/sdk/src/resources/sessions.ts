// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import type { SessionMilestone } from '../client/wait-for-session.ts';
import type { NewerValue } from '../http/newer-value.ts';
import type { PagePromise } from '../lists/page-promise.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import type { ListOptions, RequestOptions, WriteOptions } from '../requests/options.ts';
import { path } from '../requests/route-path.ts';

/** `client.sessions` */
export class Sessions {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Create a session.
   *
   * Counts against the inspections of the Free and Pilot plans. Sends `session.created`.
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
   * const session = await client.sessions.create({ notes: 'Roof, north side' });
   * ```
   */
  create(body?: CreateSessionBody, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.post(path`/api/v1/public/sessions`, { body, options });
  }

  /**
   * List sessions.
   *
   * Newest first. Finds a session by your own id, too: `reference`, or a pair of `metadata`.
   *
   * Scope: `sessions:read`.
   *
   * @throws {ApiError} `internal_error`, `invalid_cursor`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * for await (const session of client.sessions.list({ limit: 50 })) {
   *   console.log(session);
   * }
   * ```
   */
  list(query?: ListSessionsQuery, options?: ListOptions): PagePromise<Session> {
    return this.#transport.list(path`/api/v1/public/sessions`, { query, options });
  }

  /**
   * Get a session.
   *
   * Returns the session as it is now.
   *
   * Scope: `sessions:read`.
   *
   * @throws {ApiError} `internal_error`, `not_found`, `permission_denied`, `rate_limited`,
   * `unauthenticated`, `unavailable`, `validation_error`
   *
   * @example
   * ```ts
   * const session = await client.sessions.get(sessionId);
   * ```
   */
  get(sessionId: string, options?: RequestOptions): ApiPromise<Session> {
    return this.#transport.get(path`/api/v1/public/sessions/${{ sessionId }}`, { options });
  }

  /**
   * Change a session.
   *
   * Until it is closed. Moving `scheduled_for` moves the reminders.
   *
   * Scope: `sessions:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `session.already_ended`, `session.invalid_state`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const session = await client.sessions.update(sessionId, { notes: 'Roof, north side' });
   * ```
   */
  update(sessionId: string, body: UpdateSessionBody, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.patch(path`/api/v1/public/sessions/${{ sessionId }}`, { body, options });
  }

  /**
   * End a session.
   *
   * Closes the session and sends `session.ended`. Its audit chain is frozen at once when no upload is
   * under way, else when the last of them has ended, after a minute at the latest. A recording that goes
   * on is kept as far as it has come by then, and processed. On a closed session it returns the same
   * again.
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
   * const session = await client.sessions.end(sessionId);
   * ```
   */
  end(sessionId: string, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.post(path`/api/v1/public/sessions/${{ sessionId }}/end`, { options });
  }

  /**
   * Say what a session came to.
   *
   * Of a closed session. It stands in the addenda, and sends `session.outcome`. It may be said again:
   * the last one counts.
   *
   * Scope: `sessions:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `session.invalid_state`, `session.redacted`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const session = await client.sessions.setOutcome(sessionId, { outcome: 'accepted' });
   * ```
   */
  setOutcome(sessionId: string, body: SetOutcomeBody, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.post(path`/api/v1/public/sessions/${{ sessionId }}/outcome`, { body, options });
  }

  /**
   * Start the recording.
   *
   * The session must be open, and everybody who is in must have granted `recording`: who joined and has
   * neither left nor been revoked. It stops by itself when one of them withdraws that, or when somebody
   * comes in who has not granted it. The bytes come from the recorder, which begins their upload now and
   * feeds it: `openRecordings` of `@field-inspection/sdk/field`.
   *
   * Scope: `sessions:write`.
   *
   * @throws {ApiError} `consent_required`, `idempotency_in_flight`, `idempotency_key_reused`,
   * `internal_error`, `not_found`, `payload_too_large`, `permission_denied`, `rate_limited`,
   * `request_timeout`, `session.already_ended`, `session.invalid_state`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const session = await client.sessions.startRecording(sessionId);
   * ```
   */
  startRecording(sessionId: string, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.post(path`/api/v1/public/sessions/${{ sessionId }}/recording`, { options });
  }

  /**
   * Stop the recording.
   *
   * The session must be recording; it is open again afterwards.
   *
   * Scope: `sessions:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `session.already_ended`, `session.invalid_state`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const session = await client.sessions.stopRecording(sessionId);
   * ```
   */
  stopRecording(sessionId: string, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.delete(path`/api/v1/public/sessions/${{ sessionId }}/recording`, { options });
  }

  /**
   * Erase what a session holds of people.
   *
   * Files, names, addresses, notes, places, messages and texts of events go, within seconds as a rule;
   * `session.redacted` tells when all of it is gone. Hashes and the audit chain stay, and the addenda
   * say what went. It can not be undone. The session has ended and its chain is frozen; on a redacted
   * session it returns the same again.
   *
   * Scope: `retention:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`,
   * `session.invalid_state`, `session.on_hold`, `unauthenticated`, `unavailable`,
   * `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const session = await client.sessions.redact(sessionId, { reason: 'data_subject_request' });
   * ```
   */
  redact(sessionId: string, body?: RedactSessionBody, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.post(path`/api/v1/public/sessions/${{ sessionId }}/redact`, { body, options });
  }

  /**
   * Put a session under a legal hold.
   *
   * Nothing of it is erased until it is released. Repeating it changes nothing.
   *
   * Scope: `retention:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `session.redacted`,
   * `unauthenticated`, `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const session = await client.sessions.hold(sessionId, { reason: 'Claim 4711 is before the court' });
   * ```
   */
  hold(sessionId: string, body: HoldSessionBody, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.put(path`/api/v1/public/sessions/${{ sessionId }}/hold`, { body, options });
  }

  /**
   * Release a session from its legal hold.
   *
   * It may be redacted again. On a session that is not held it changes nothing.
   *
   * Scope: `retention:write`.
   *
   * @throws {ApiError} `idempotency_in_flight`, `idempotency_key_reused`, `internal_error`, `not_found`,
   * `payload_too_large`, `permission_denied`, `rate_limited`, `request_timeout`, `unauthenticated`,
   * `unavailable`, `unsupported_media_type`, `validation_error`
   *
   * @example
   * ```ts
   * const session = await client.sessions.release(sessionId);
   * ```
   */
  release(sessionId: string, options?: WriteOptions): ApiPromise<Session> {
    return this.#transport.delete(path`/api/v1/public/sessions/${{ sessionId }}/hold`, { options });
  }

  /**
   * Get the operator's media connection.
   *
   * What the operator needs to see and hear the field person, until the session ends.
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
   * const mediaConnection = await client.sessions.createMediaConnection(sessionId);
   * ```
   */
  createMediaConnection(sessionId: string, options?: WriteOptions): ApiPromise<MediaConnection> {
    return this.#transport.post(path`/api/v1/public/sessions/${{ sessionId }}/media`, { options });
  }

  /**
   * Wait until a session has come to something.
   *
   * Asks again and again, ever less often (from 1 s up to 30 s), as `Retry-After` and the rate limit allow.
   * Failures that may pass do not end it. A receiver of webhooks is told sooner, and costs no requests.
   *
   * Scope: `sessions:read`; for `anchored` also `evidence:read`.
   *
   * @param state `joined`, `ended`, `anchored` (one authority is enough) or `completed` (the first report is
   * ready; one that failed does not end the wait, since another may be asked for)
   * @param options `deadlineMs` is for all of it; by default the client's
   * @returns the session as it was then
   *
   * @throws {DeadlineExceededError} when `deadlineMs` is over
   * @throws {UnreachableStateError} as soon as it can't come any more, such as for a session that expired
   * @throws {AbortError} when `signal` is aborted
   * @throws {ApiError} `not_found`, `permission_denied`, `unauthenticated`
   *
   * @example
   * ```ts
   * const session = await client.sessions.waitFor(sessionId, 'completed', { deadlineMs: 600_000 });
   * ```
   */
  waitFor(sessionId: string, state: SessionMilestone, options?: RequestOptions): Promise<Session> {
    return this.#transport.waitFor({ sessionId, state, options });
  }
}

export interface ListSessionsQuery {
  /** Page size, from 1 to 100; 25 unless given */
  limit?: number | undefined;
  /** next_cursor of the page before, unchanged */
  cursor?: string | undefined;
  /** Only sessions in this state */
  status?: SessionStatus | NewerValue | undefined;
  /** Only sessions of this campaign */
  campaign?: string | undefined;
  /** Only sessions with exactly this type, such as `property_claim` */
  type?: string | undefined;
  /** Only sessions with exactly this reference, such as `CLM-2026-00417` */
  reference?: string | undefined;
  /**
   * Only sessions that have all of these pairs of metadata, at most 3: `{ order: '4711' }`, in a URL
   * `metadata[order]=4711`
   */
  metadata?: Record<string, string> | undefined;
  /** Created at this instant or later */
  created_after?: string | undefined;
  /** Created before this instant */
  created_before?: string | undefined;
  /** Only sessions that came to this */
  outcome?: Outcome | NewerValue | undefined;
  /** Ended at this instant or later */
  ended_after?: string | undefined;
  /** Ended before this instant */
  ended_before?: string | undefined;
}

/** created → open ⇄ recording → closed; or expired */
export type SessionStatus = 'created' | 'open' | 'recording' | 'closed' | 'expired';

/** What an inspection came to */
export type Outcome = 'accepted' | 'rejected' | 'inconclusive';

/** One inspection */
export interface Session {
  /** UUID */
  id: string;
  status: SessionStatus | NewerValue;
  /** E-mail of the operator */
  operator_email: string;
  /** When it is planned for: in the future, and before the year 9999; null: now */
  scheduled_for: string | null;
  /** When the field person joined */
  started_at: string | null;
  /** When the session ended */
  ended_at: string | null;
  /** Visible to the operator; shown in invite e-mails */
  notes: string;
  /** Your word for what is inspected */
  type: string;
  /** Your reference; lists find the session by it */
  reference: string;
  metadata: Metadata;
  /** What is asked for, in its order; empty when nothing is */
  shots: Shot[];
  locale: Locale | NewerValue;
  consent_state: ConsentState;
  /**
   * What the devices of its participants hold that is not stored yet, as they said last; 0 while none
   * has said so. Ask before you end it: what is not stored by then stays outside
   */
  unsent_items: number;
  /** The campaign it belongs to */
  campaign: string | null;
  /** What it came to; null until an operator says it */
  outcome: SessionOutcome | null;
  /** Its first report: ready once the PDF can be downloaded; null until its audit chain is frozen */
  report: SessionReport | null;
  /** Under a legal hold: nothing of it is erased, by nobody */
  on_hold: boolean;
  /** Since when its personal data is erased; its hashes and its audit chain stay */
  redacted_at: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
  /** ISO 8601 timestamp */
  updated_at: string;
}

/**
 * Your own words by your own keys, such as `{ order: '4711' }`: at most 20 pairs. A key has 1 to 40 of
 * A-Z a-z 0-9 . _ - and begins with a letter or a digit; a value has at most 500 characters
 */
export type Metadata = Record<string, string>;

/** Something that a session asks for */
export interface Shot {
  /** Your word for it; evidence names it */
  slot: string;
  label: LocalizedText;
  /** Whether the inspection misses something without it */
  required: boolean;
  /** How to take it, by locale; empty when there is none */
  hint: LocalizedText;
}

/** A text by locale, such as `de` */
export type LocalizedText = Record<string, string>;

/** One of the 14 supported locales */
export type Locale =
  'en' | 'de' | 'fr' | 'it' | 'es' | 'pl' | 'ro' | 'nl' | 'el' | 'hu' | 'pt' | 'cs' | 'sv' | 'bg';

/**
 * What the field persons have allowed: of those who joined, the weakest answer. What each allowed in
 * all matters is in `consent_state` of their invite
 */
export interface ConsentState {
  camera: ConsentValue | NewerValue;
  gps: ConsentValue | NewerValue;
}

/** revoked: granted first, then withdrawn */
export type ConsentValue = 'pending' | 'granted' | 'denied' | 'revoked';

/** What an ended session came to */
export interface SessionOutcome {
  outcome: Outcome | NewerValue;
  /** Why; empty when absent */
  note: string;
  /** When an operator said so last */
  set_at: string;
}

/** The first report of a session; its PDF can be downloaded once it is ready */
export interface SessionReport {
  /** UUID */
  id: string;
  status: ReportStatus | NewerValue;
  /** null until it is ready */
  ready_at: string | null;
}

/** queued, rendering, then ready or failed */
export type ReportStatus = 'queued' | 'rendering' | 'ready' | 'failed';

/** The session to create */
export interface CreateSessionBody {
  /** Visible to the operator; shown in invite e-mails. At most 4 000 characters */
  notes?: string | undefined;
  /** Your word for what is inspected. At most 200 characters */
  type?: string | undefined;
  /** Your reference; lists find the session by it. At most 200 characters */
  reference?: string | undefined;
  metadata?: Metadata | undefined;
  /** What to ask for, in its order; default: what the campaign asks for. At most 50 */
  shots?: ShotInput[] | undefined;
  /** In the future; omit to start now */
  scheduled_for?: string | null | undefined;
  /** Default: the organisation's */
  locale?: LocaleInput | undefined;
  /** A campaign of the organisation; null for none */
  campaign?: string | null | undefined;
}

/** Something to ask for */
export interface ShotInput {
  /** Your word for it, once in the list */
  slot: string;
  label: GivenLabel;
  /** Whether the inspection misses something without it; true unless given */
  required?: boolean | undefined;
  hint?: GivenHint | undefined;
}

/** What to capture, by locale: one text at least, of at most 200 characters */
export type GivenLabel = Partial<Record<Locale, string>>;

/** How to take it, by locale. Texts of at most 200 characters */
export type GivenHint = Partial<Record<Locale, string>>;

/** A supported locale, or a BCP 47 variant of one */
export type LocaleInput = Locale | `${Locale}-${string}` | NewerValue;

/** What to change; what is absent stays */
export interface UpdateSessionBody {
  /** Visible to the operator; shown in invite e-mails. At most 4 000 characters */
  notes?: string | undefined;
  /** Your word for what is inspected. At most 200 characters */
  type?: string | undefined;
  /** Your reference; lists find the session by it. At most 200 characters */
  reference?: string | undefined;
  metadata?: MetadataChanges | undefined;
  /** Takes the place of all that were asked for */
  shots?: ShotInput[] | undefined;
  /** Moves the reminders, and has links outlast it; null: now */
  scheduled_for?: string | null | undefined;
  locale?: LocaleInput | undefined;
  /** A campaign of the organisation; null for none */
  campaign?: string | null | undefined;
}

/**
 * A value sets its pair, null removes it, the other pairs stay: `{ order: '4712', branch: null }`. At
 * most 20 remain
 */
export type MetadataChanges = Record<string, string | null>;

/** What the session came to */
export interface SetOutcomeBody {
  outcome: Outcome | NewerValue;
  /** Why, at most 2 000 characters. In the audit chain it is a commitment */
  note?: string | undefined;
}

/** Why the session is redacted */
export interface RedactSessionBody {
  /** Why, as the addenda say it; data_subject_request unless given */
  reason?: 'data_subject_request' | 'no_longer_needed' | NewerValue | undefined;
}

/** Why nothing of the session may be erased */
export interface HoldSessionBody {
  /** Why; the audit chain holds it as a commitment. At most 500 characters */
  reason: string;
}

/**
 * How one side of a session connects its picture and sound. What is said over `url`, what an
 * operator’s page does, and why it closes: docs/media.md
 */
export interface MediaConnection {
  /** Picture and sound go from browser to browser */
  provider: 'p2p';
  /** wss (ws below an http origin) */
  url: string;
  /** Lets into the room until expires_at; that of an operator also uploads recordings of the session */
  token: string;
  /** Both sides of a session meet in one room */
  room: string;
  /** Who this side is in the room */
  identity: string;
  /** ISO 8601 timestamp */
  expires_at: string;
  /** For RTCPeerConnection */
  ice_servers: IceServer[];
  /** relay: through the ice_servers only */
  ice_transport_policy: 'all' | 'relay' | NewerValue;
  permissions: MediaPermissions;
}

/** A relay, as RTCPeerConnection takes it */
export interface IceServer {
  /** STUN or TURN, for RTCPeerConnection */
  urls: string[];
  /** Time-limited */
  username: string;
  /** For this username only */
  credential: string;
}

/** What one side may do in the room */
export interface MediaPermissions {
  /** What this side may send */
  publish: ('camera' | 'microphone' | NewerValue)[];
  /** Whether it may receive the other side */
  subscribe: boolean;
  /** Whether it may send messages */
  data: boolean;
}

// Generated from packages/contract by pnpm gen; do not edit.

import type { NewerValue } from '../http/newer-value.ts';
import type { AnchorNotice, Evidence } from '../resources/evidence.ts';
import type {
  CodeChannel,
  InviteNotice,
  MessageFailure,
  SessionMessageKind,
} from '../resources/participants.ts';
import type {
  ConsentState,
  Locale,
  Metadata,
  ReportStatus,
  Session,
  SessionOutcome,
  SessionStatus,
  Shot,
} from '../resources/sessions.ts';
import type { Signature } from '../resources/signatures.ts';
import type { WebhookEndpoint } from '../resources/webhook-endpoints.ts';
import type { WebhookDelivery } from '../resources/webhook-events.ts';
import type { UnknownWebhookEvent } from './unknown-webhook-event.ts';
export type { InviteNotice } from '../resources/participants.ts';
export type { AnchorNotice } from '../resources/evidence.ts';

/**
 * What a delivery brings: switch over `type`.
 *
 * A newer service may send types that are not here: they come as `UnknownWebhookEvent`. To handle one,
 * name it:
 *
 * `const event: WebhookEvent<"session.future"> = verifyWebhook(…)`. Its `data` are `unknown`.
 */
export type WebhookEvent<Newer extends string = never> =
  | SessionCreatedEvent
  | SessionJoinedEvent
  | SessionUpdatedEvent
  | SessionEndedEvent
  | SessionOutcomeEvent
  | SessionEvidenceCapturedEvent
  | SessionSignedEvent
  | SessionAnchoredEvent
  | SessionCompletedEvent
  | SessionExpiredEvent
  | SessionRedactedEvent
  | EvidenceCreatedEvent
  | ParticipantLeftEvent
  | RecordingReadyEvent
  | EndpointPausedEvent
  | DeliveryDroppedEvent
  | MessageFailedEvent
  | PingEvent
  | UnknownWebhookEvent<Newer>;

/** A session was created */
export interface SessionCreatedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.created';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: Session;
}

/** The field person joined */
export interface SessionJoinedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.joined';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: SessionJoinedData;
}

/** The session, and the invite of the field person */
export interface SessionJoinedData extends Session {
  invite: InviteNotice;
}

/** A session was changed */
export interface SessionUpdatedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.updated';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: Session;
}

/** The session was closed, by whichever route; its report comes later */
export interface SessionEndedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.ended';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: Session;
}

/** An operator said what the session came to, for the first time or anew */
export interface SessionOutcomeEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.outcome';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: Session;
}

/** A new photo or annotation, with its session; `evidence.created` tells of it, too */
export interface SessionEvidenceCapturedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.evidence.captured';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: SessionEvidenceCapturedData;
}

/** The session, and the new photo or annotation */
export interface SessionEvidenceCapturedData extends Session {
  evidence: Evidence;
}

/** An electronic signature was applied */
export interface SessionSignedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.signed';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: SessionSignedData;
}

/** The session, and the signature that its report bears now */
export interface SessionSignedData extends Session {
  signature: Signature;
}

/** A timestamp authority vouches for the audit chain of an ended session */
export interface SessionAnchoredEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.anchored';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: SessionAnchoredData;
}

/** The session, and the anchor of its audit chain at one authority */
export interface SessionAnchoredData extends Session {
  anchor: AnchorNotice;
}

/** The report can be downloaded */
export interface SessionCompletedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.completed';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: SessionCompletedData;
}

/** The session, and its first report */
export interface SessionCompletedData {
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
  report: ReportNotice;
  /** Under a legal hold: nothing of it is erased, by nobody */
  on_hold: boolean;
  /** Since when its personal data is erased; its hashes and its audit chain stay */
  redacted_at: string | null;
  /** ISO 8601 timestamp */
  created_at: string;
  /** ISO 8601 timestamp */
  updated_at: string;
}

/** A report that can be downloaded */
export interface ReportNotice {
  /** UUID */
  id: string;
  status: ReportStatus | NewerValue;
  locale: Locale | NewerValue;
  /** ISO 8601 timestamp */
  ready_at: string;
  /** Of the PDF, in hexadecimal */
  sha256: string;
  /** Of the PDF */
  byte_size: number;
}

/** Nobody joined a scheduled session in time */
export interface SessionExpiredEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.expired';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: Session;
}

/** What a session held of people is erased; its hashes and its audit chain stay */
export interface SessionRedactedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'session.redacted';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: Session;
}

/**
 * A new piece of evidence, of any kind; `session.evidence.captured` tells of a photo or an annotation,
 * too
 */
export interface EvidenceCreatedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'evidence.created';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: Evidence;
}

/** The field person left */
export interface ParticipantLeftEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'participant.left';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: SessionJoinedData;
}

/** A recording can be downloaded */
export interface RecordingReadyEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'recording.ready';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: RecordingReadyData;
}

/** The session, and the recording that can be downloaded now */
export interface RecordingReadyData extends Session {
  recording: Evidence;
}

/** Another endpoint of the organisation was paused; `paused_reason` says why */
export interface EndpointPausedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'endpoint.paused';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: WebhookEndpoint;
}

/** The last attempt of a delivery to another endpoint failed */
export interface DeliveryDroppedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'delivery.dropped';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: WebhookDelivery;
}

/** An e-mail or SMS of a session did not reach its recipient; `reason` says why */
export interface MessageFailedEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'message.failed';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: FailedMessage;
}

/** A message of a session that did not reach its recipient */
export interface FailedMessage {
  /** UUID */
  id: string;
  /** UUID */
  session: string;
  /** The invite that it is about, if it is about one */
  invite: string | null;
  /** The signature that it is about, if it is about one */
  signature: string | null;
  kind: SessionMessageKind | NewerValue;
  channel: CodeChannel | NewerValue;
  /** The address or number, masked */
  recipient_hint: string;
  /** failed: it will not be sent any more; bounced: it was sent, and came back */
  status: 'failed' | 'bounced' | NewerValue;
  reason: MessageFailure | NewerValue;
  /** ISO 8601 timestamp */
  created_at: string;
  /** ISO 8601 timestamp */
  failed_at: string;
}

/** A test: acknowledge it with 2xx */
export interface PingEvent {
  /** UUID */
  id: string;
  /** What happened */
  type: 'ping';
  /** ISO 8601 timestamp */
  created_at: string;
  /** The version in which data is written */
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  /** true in the sample that a test fire sends: nothing of it happened */
  test?: boolean | undefined;
  data: PingData;
}

/** Nothing: a ping only asks whether the receiver answers */
export type PingData = Record<string, never>;

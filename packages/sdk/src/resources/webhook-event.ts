// Generated from packages/contract by pnpm gen; do not edit.

import type { UnknownWebhookEvent } from '../core/unknown-webhook-event.ts';
import type { Invite } from './participants.ts';
import type { Session } from './sessions.ts';

/**
 * What a delivery brings: switch over `type`.
 *
 * A newer service may send types that are not here: they come as `UnknownWebhookEvent`.
 */
export type WebhookEvent =
  | SessionCreatedEvent
  | SessionJoinedEvent
  | SessionEvidenceCapturedEvent
  | SessionAnchoredEvent
  | SessionExpiredEvent
  | EvidenceCreatedEvent
  | ParticipantLeftEvent
  | RecordingReadyEvent
  | PingEvent
  | AnnouncedWebhookEvent
  | UnknownWebhookEvent;

/** A session was created */
export interface SessionCreatedEvent {
  /** UUID */
  id: string;
  type: 'session.created';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: Session;
}

/** The field person joined */
export interface SessionJoinedEvent {
  /** UUID */
  id: string;
  type: 'session.joined';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: SessionJoinedData;
}

/** The session, and the invite that was redeemed */
export interface SessionJoinedData extends Session {
  invite: Invite;
}

/** A new photo or annotation */
export interface SessionEvidenceCapturedEvent {
  /** UUID */
  id: string;
  type: 'session.evidence.captured';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: SessionEvidenceCapturedData;
}

/** The session, and the new photo or annotation */
export interface SessionEvidenceCapturedData extends Session {
  evidence: Evidence;
}

/** A piece of evidence */
export interface Evidence {
  /** UUID */
  id: string;
  /** UUID */
  session: string;
  /** What it is */
  kind: 'photo' | 'annotation' | 'whiteboard' | 'clip' | 'recording' | 'document' | (string & {});
  /** pending: received, not ready yet; only what is ready downloads */
  status: 'pending' | 'uploading' | 'ready' | 'failed' | (string & {});
  mime: string;
  /** null until it has arrived whole */
  byte_size: number | null;
  /** Of the bytes as they came, in hexadecimal; null until they have */
  sha256: string | null;
  /** By the device's clock; null when it did not say */
  captured_at: string | null;
  /** When the last byte arrived */
  received_at: string | null;
  /** null without consent */
  gps: Gps | null;
  /** What the picture was asked for; empty when nothing */
  slot: string;
  /** The photo that an annotation belongs to */
  annotates: string | null;
  /** The whiteboard that this is a version of */
  whiteboard: string | null;
  /** The whiteboard's version, from 1 */
  version: number | null;
  /** In pixels, upright */
  width: number | null;
  /** In pixels, upright */
  height: number | null;
  /** Why it is not ready, when it will not be */
  failure: EvidenceFailure | null;
  /** ISO 8601 timestamp */
  created_at: string;
}

/** Where the device was */
export interface Gps {
  /** Degrees north */
  lat: number;
  /** Degrees east */
  lon: number;
  /** Radius in metres; null when the device did not say */
  accuracy: number | null;
}

/** Why a piece of evidence is not ready */
export interface EvidenceFailure {
  /** A word for programs */
  code: string;
  /** A sentence for people */
  message: string;
}

/** A timestamp authority vouches for the audit chain of an ended session */
export interface SessionAnchoredEvent {
  /** UUID */
  id: string;
  type: 'session.anchored';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: SessionAnchoredData;
}

/** The session, and the anchor of its audit chain at one authority */
export interface SessionAnchoredData extends Session {
  anchor: Anchor;
}

/** What a timestamp authority says of a session's chain head */
export interface Anchor {
  /** The address of the authority; demo for the one of a server in demo mode */
  authority: string;
  /** true: the server's own authority, which proves nothing to a stranger */
  demo: boolean;
  /** pending: asked for again until it answers */
  status: 'pending' | 'anchored' | 'failed' | (string & {});
  /** When the authority saw the head */
  gen_time: string | null;
  /** Serial number of the token, in hexadecimal */
  serial: string | null;
  /** Object identifier of the authority's policy */
  policy: string | null;
  /** The whole RFC 3161 token, DER in base64 */
  token: string | null;
  /** Why the last try failed; null once it is anchored */
  error: string | null;
}

/** Nobody joined a scheduled session in time */
export interface SessionExpiredEvent {
  /** UUID */
  id: string;
  type: 'session.expired';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: Session;
}

/** A new piece of evidence, of any kind */
export interface EvidenceCreatedEvent {
  /** UUID */
  id: string;
  type: 'evidence.created';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: Evidence;
}

/** The field person left */
export interface ParticipantLeftEvent {
  /** UUID */
  id: string;
  type: 'participant.left';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: ParticipantLeftData;
}

/** The session, and the invite of the field person who left */
export interface ParticipantLeftData extends Session {
  invite: Invite;
}

/** A recording can be downloaded */
export interface RecordingReadyEvent {
  /** UUID */
  id: string;
  type: 'recording.ready';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: RecordingReadyData;
}

/** The session, and the recording that can be downloaded now */
export interface RecordingReadyData extends Session {
  recording: Evidence;
}

/** A test: acknowledge it with 2xx */
export interface PingEvent {
  /** UUID */
  id: string;
  type: 'ping';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: PingData;
}

/** Nothing: a ping only asks whether the receiver answers */
export type PingData = Record<string, never>;

/** An event that can be subscribed to already; its data are not described yet */
export interface AnnouncedWebhookEvent {
  /** UUID */
  id: string;
  type: 'session.signed' | 'session.completed';
  /** ISO 8601 timestamp */
  created_at: string;
  api_version: 'v1';
  /** UUID */
  organisation_id: string;
  /** The endpoint that this delivery is for */
  endpoint: string;
  /** Position among the events of the endpoint, from 1, without gaps */
  sequence: number;
  data: {
    /** Of the session, or in an evidence event of the evidence */
    id: string;
    [field: string]: unknown;
  };
}

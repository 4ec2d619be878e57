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
  | SessionExpiredEvent
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
  type:
    | 'session.evidence.captured'
    | 'session.signed'
    | 'session.anchored'
    | 'session.completed'
    | 'evidence.created';
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

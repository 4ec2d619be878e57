import { z } from 'zod';
import { AnchorNotice } from './anchor.ts';
import { Evidence } from './evidence-item.ts';
import { Id } from './id.ts';
import { Invite } from './invite.ts';
import { Session } from './session.ts';
import { Timestamp } from './timestamp.ts';

/**
 * The types that an endpoint can subscribe to (specification, section 6): the specification's six,
 * the alias `evidence.created`, and those beside them that something emits.
 */
export const SUBSCRIBABLE_EVENT_TYPES = [
  'session.created',
  'session.joined',
  'session.evidence.captured',
  'session.signed',
  'session.anchored',
  'session.completed',
  'evidence.created',
  'session.expired',
  'participant.left',
  'recording.ready',
] as const;

/** A type that an endpoint can subscribe to, as bodies write it. */
export const SubscribableEventType = z.enum(SUBSCRIBABLE_EVENT_TYPES).meta({
  id: 'SubscribableEventType',
  description: 'A type of event that an endpoint can subscribe to',
});

/** Every type of event that is sent today. `ping` is the answer to a test fire. */
export const EMITTED_EVENT_TYPES = [
  'session.created',
  'session.joined',
  'session.evidence.captured',
  'session.anchored',
  'session.expired',
  'evidence.created',
  'participant.left',
  'recording.ready',
  'ping',
] as const;

export type EmittedEventType = (typeof EMITTED_EVENT_TYPES)[number];

const SessionWithInvite = Session.extend({ invite: Invite }).meta({
  id: 'SessionJoinedData',
  description: 'The session, and the invite of the field person',
});

/** What `data` holds, per type. `data.id` of a session event is the session's id. */
export const EVENT_DATA = {
  'session.created': Session,
  'session.joined': SessionWithInvite,
  'session.evidence.captured': Session.extend({ evidence: Evidence }).meta({
    id: 'SessionEvidenceCapturedData',
    description: 'The session, and the new photo or annotation',
  }),
  'session.anchored': Session.extend({ anchor: AnchorNotice }).meta({
    id: 'SessionAnchoredData',
    description: 'The session, and the anchor of its audit chain at one authority',
  }),
  'session.expired': Session,
  'evidence.created': Evidence,
  'participant.left': SessionWithInvite,
  'recording.ready': Session.extend({ recording: Evidence }).meta({
    id: 'RecordingReadyData',
    description: 'The session, and the recording that can be downloaded now',
  }),
  ping: z
    .object({})
    .meta({ id: 'PingData', description: 'Nothing: a ping only asks whether the receiver answers' }),
} as const satisfies Record<EmittedEventType, z.ZodType>;

/**
 * The body of a delivery; `sequence` counts the endpoint's events without gaps.
 *
 * @param type the event type, one of `EMITTED_EVENT_TYPES`
 * @example
 * eventOf('ping').shape.type.value; // 'ping'
 */
export const eventOf = <Type extends EmittedEventType>(type: Type) =>
  z.object({
    id: Id,
    type: z.literal(type),
    created_at: Timestamp,
    api_version: z.literal('v1'),
    organisation_id: Id,
    endpoint: Id.meta({ description: 'The endpoint that this delivery is for' }),
    sequence: z
      .int()
      .meta({ description: 'Position among the events of the endpoint, from 1, without gaps' }),
    data: EVENT_DATA[type],
  });

/** The body of a delivery per event type, as receivers see it. */
export const webhookEventSchemas = {
  'session.created': eventOf('session.created').meta({
    id: 'SessionCreatedEvent',
    description: 'A session was created',
  }),
  'session.joined': eventOf('session.joined').meta({
    id: 'SessionJoinedEvent',
    description: 'The field person joined',
  }),
  'session.evidence.captured': eventOf('session.evidence.captured').meta({
    id: 'SessionEvidenceCapturedEvent',
    description: 'A new photo or annotation',
  }),
  'session.anchored': eventOf('session.anchored').meta({
    id: 'SessionAnchoredEvent',
    description: 'A timestamp authority vouches for the audit chain of an ended session',
  }),
  'session.expired': eventOf('session.expired').meta({
    id: 'SessionExpiredEvent',
    description: 'Nobody joined a scheduled session in time',
  }),
  'evidence.created': eventOf('evidence.created').meta({
    id: 'EvidenceCreatedEvent',
    description: 'A new piece of evidence, of any kind',
  }),
  'participant.left': eventOf('participant.left').meta({
    id: 'ParticipantLeftEvent',
    description: 'The field person left',
  }),
  'recording.ready': eventOf('recording.ready').meta({
    id: 'RecordingReadyEvent',
    description: 'A recording can be downloaded',
  }),
  ping: eventOf('ping').meta({ id: 'PingEvent', description: 'A test: acknowledge it with 2xx' }),
} as const;

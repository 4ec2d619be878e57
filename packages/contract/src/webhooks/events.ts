import { z } from 'zod';
import { AnchorNotice } from '../evidence/anchor.ts';
import { Evidence } from '../evidence/evidence-item.ts';
import { FailedMessage } from './failed-message.ts';
import { Id } from '../shapes/id.ts';
import { InviteNotice } from '../sessions/participants.ts';
import { ReportNotice } from '../evidence/reports.ts';
import { Session } from '../sessions/sessions.ts';
import { Signature } from '../evidence/signatures.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';

const SessionWithInvite = Session.extend({ invite: InviteNotice }).meta({
  id: 'SessionJoinedData',
  description: 'The session, and the invite of the field person',
});

/**
 * Every type of event: what its `data` hold, how its body is called, and what it tells. Without `data` it can
 * be subscribed to already, and nothing sends it yet. `data.id` of a session event is the session's id.
 */
export const EVENTS = {
  'session.created': { data: Session, id: 'SessionCreatedEvent', description: 'A session was created' },
  'session.joined': {
    data: SessionWithInvite,
    id: 'SessionJoinedEvent',
    description: 'The field person joined',
  },
  'session.updated': {
    data: Session,
    id: 'SessionUpdatedEvent',
    description: 'A session was changed',
  },
  'session.ended': {
    data: Session,
    id: 'SessionEndedEvent',
    description: 'The session was closed, by whichever route; its report comes later',
  },
  'session.outcome': {
    data: Session,
    id: 'SessionOutcomeEvent',
    description: 'An operator said what the session came to, for the first time or anew',
  },
  'session.evidence.captured': {
    data: Session.extend({ evidence: Evidence }).meta({
      id: 'SessionEvidenceCapturedData',
      description: 'The session, and the new photo or annotation',
    }),
    id: 'SessionEvidenceCapturedEvent',
    description: 'A new photo or annotation, with its session; `evidence.created` tells of it, too',
  },
  'session.signed': {
    data: Session.extend({ signature: Signature }).meta({
      id: 'SessionSignedData',
      description: 'The session, and the signature that its report bears now',
    }),
    id: 'SessionSignedEvent',
    description: 'An electronic signature was applied',
  },
  'session.anchored': {
    data: Session.extend({ anchor: AnchorNotice }).meta({
      id: 'SessionAnchoredData',
      description: 'The session, and the anchor of its audit chain at one authority',
    }),
    id: 'SessionAnchoredEvent',
    description: 'A timestamp authority vouches for the audit chain of an ended session',
  },
  'session.completed': {
    data: Session.extend({ report: ReportNotice }).meta({
      id: 'SessionCompletedData',
      description: 'The session, and its first report',
    }),
    id: 'SessionCompletedEvent',
    description: 'The report can be downloaded',
  },
  'evidence.created': {
    data: Evidence,
    id: 'EvidenceCreatedEvent',
    description:
      'A new piece of evidence, of any kind; `session.evidence.captured` tells of a photo or an annotation, too',
  },
  'evidence.finding': {
    data: Evidence,
    id: 'EvidenceFindingEvent',
    description: 'An operator said what was found on a photo, for the first time or anew, or took it back',
  },
  'session.expired': {
    data: Session,
    id: 'SessionExpiredEvent',
    description: 'Nobody joined a scheduled session in time',
  },
  'session.redacted': {
    data: Session,
    id: 'SessionRedactedEvent',
    description: 'What a session held of people is erased; its hashes and its audit chain stay',
  },
  'participant.left': {
    data: SessionWithInvite,
    id: 'ParticipantLeftEvent',
    description: 'The field person left',
  },
  'participant.done': {
    data: SessionWithInvite,
    id: 'ParticipantDoneEvent',
    description: 'The field person said that they are done',
  },
  'recording.ready': {
    data: Session.extend({ recording: Evidence }).meta({
      id: 'RecordingReadyData',
      description: 'The session, and the recording that can be downloaded now',
    }),
    id: 'RecordingReadyEvent',
    description: 'A recording can be downloaded',
  },
  'endpoint.paused': {
    data: WebhookEndpoint,
    id: 'EndpointPausedEvent',
    description: 'Another endpoint of the organisation was paused; `paused_reason` says why',
  },
  'delivery.dropped': {
    data: WebhookDelivery,
    id: 'DeliveryDroppedEvent',
    description: 'The last attempt of a delivery to another endpoint failed',
  },
  'message.failed': {
    data: FailedMessage,
    id: 'MessageFailedEvent',
    description: 'An e-mail or SMS of a session did not reach its recipient; `reason` says why',
  },
  ping: {
    data: z.object({}).meta({
      id: 'PingData',
      description: 'Nothing: a ping only asks whether the receiver answers',
    }),
    id: 'PingEvent',
    description: 'A test: acknowledge it with 2xx',
  },
} as const satisfies Record<string, { data: z.ZodObject | null; id: string; description: string }>;

type Events = typeof EVENTS;
type EventName = keyof Events;

/** A type of event that is sent today. */
export type EmittedEventType = {
  [Type in EventName]: Events[Type]['data'] extends null ? never : Type;
}[EventName];

const EVENT_TYPES = Object.keys(EVENTS) as EventName[];

/** The types that an endpoint can subscribe to: all but `ping`, which every endpoint gets. */
export const SUBSCRIBABLE_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== 'ping');

/** The types among these that nothing sends yet: those without data. */
export const listUnsent = (events: Record<string, { data: unknown }>): string[] =>
  Object.keys(events).filter((type) => events[type]?.data === null);

/** Describes the types for hovers and the reference: which can be subscribed to before anything sends them. */
export const describeSubscribable = (unsent: readonly string[]): string =>
  [
    'A type of event that an endpoint can subscribe to',
    ...(unsent.length > 0 ? [`not sent yet: ${unsent.join(', ')}`] : []),
  ].join('; ');

/** A type that an endpoint can subscribe to, as bodies write it. */
export const SubscribableEventType = z.enum(SUBSCRIBABLE_EVENT_TYPES).meta({
  id: 'SubscribableEventType',
  description: describeSubscribable(listUnsent(EVENTS)),
});

/**
 * The types that tell of an endpoint, and not of a session: the endpoint itself gets neither, no callback does, and
 * what comes of their own deliveries is not told again.
 */
export const ENDPOINT_EVENT_TYPES = ['endpoint.paused', 'delivery.dropped'] as const;

const CALLBACK_EVENT_TYPES = SUBSCRIBABLE_EVENT_TYPES.filter(
  (type): type is Exclude<typeof type, (typeof ENDPOINT_EVENT_TYPES)[number]> =>
    !ENDPOINT_EVENT_TYPES.some((other) => other === type),
);

/** A type that a callback can get: one that tells of its session. */
export const CallbackEventType = z.enum(CALLBACK_EVENT_TYPES).meta({
  id: 'CallbackEventType',
  description: 'A type of event that tells of a session',
});

/** A type of event as filters write it. */
export const EventType = z.enum(EVENT_TYPES).meta({ id: 'EventType', description: 'A type of event' });

const isEmitted = (type: EventName): type is EmittedEventType => EVENTS[type].data !== null;

/**
 * Every type of event that is sent today, a session's own first: in this order the document and the SDK list
 * them. `ping` is the answer to a test fire.
 */
export const EMITTED_EVENT_TYPES = EVENT_TYPES.filter(isEmitted).sort(
  (a, b) => Number(b.startsWith('session.')) - Number(a.startsWith('session.')),
);

/** A type that a test fire can send. */
export const TestEventType = z
  .enum(EMITTED_EVENT_TYPES)
  .meta({ id: 'TestEventType', description: 'A type of event that is sent today' });

const mapEmitted = (map: (type: EmittedEventType) => z.ZodType): object =>
  Object.fromEntries(EMITTED_EVENT_TYPES.map((type) => [type, map(type)]));

export const EVENT_DATA = mapEmitted((type) => EVENTS[type].data) as {
  [Type in EmittedEventType]: Events[Type]['data'];
};

const bodyOf = <Type extends EmittedEventType>(type: Type) =>
  z
    .object({
      id: Id,
      type: z.literal(type).meta({ description: 'What happened' }),
      created_at: Timestamp,
      api_version: z.literal('v1').meta({ description: 'The version in which data is written' }),
      organisation_id: Id,
      endpoint: Id.meta({ description: 'The endpoint that this delivery is for' }),
      sequence: z
        .int()
        .meta({ description: 'Position among the events of the endpoint, from 1, without gaps' }),
      test: z
        .boolean()
        .optional()
        .meta({ description: 'true in the sample that a test fire sends: nothing of it happened' }),
      data: EVENT_DATA[type],
    })
    .meta({ id: EVENTS[type].id, description: EVENTS[type].description });

/**
 * The body of a delivery per event type, as receivers see it; `sequence` counts the endpoint's events without
 * gaps.
 *
 * @example
 * webhookEventSchemas.ping.shape.type.value; // 'ping'
 */
export const webhookEventSchemas = mapEmitted(bodyOf) as {
  [Type in EmittedEventType]: ReturnType<typeof bodyOf<Type>>;
};

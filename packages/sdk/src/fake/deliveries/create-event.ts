import type { FakeEvents } from '../contract/vocabulary.ts';
import {
  exampleAnchor,
  exampleEvidence,
  exampleInvite,
  exampleSession,
  exampleSignature,
} from '../state/fake-examples.ts';

/** Fields that replace the factory's own; of `data` single ones. */
export type EventOverrides<Event extends { data: unknown }> = Partial<Omit<Event, 'type' | 'data'>> & {
  data?: Partial<Event['data']>;
};

/**
 * An event as the service would send it, whole and of the right type, for tests of your handlers.
 *
 * @param type the type of the event
 * @param overrides what your test is about; the rest is plausible and fresh
 * @example
 * ```ts
 * const event = createEvent('session.joined', { data: { notes: 'Roof' } });
 * console.log(event.data.status, event.data.invite.status); // open joined
 * ```
 */
export function createEvent<Type extends keyof FakeEvents>(
  type: Type,
  overrides: EventOverrides<FakeEvents[Type]> = {},
): FakeEvents[Type] {
  const event = {
    id: crypto.randomUUID(),
    type,
    created_at: new Date().toISOString(),
    api_version: 'v1',
    organisation_id: crypto.randomUUID(),
    endpoint: crypto.randomUUID(),
    sequence: 1,
  };
  const data = { ...createData[type](event.created_at), ...overrides.data };
  return { ...event, ...overrides, data } as unknown as FakeEvents[Type];
}

const openSession = (at: string) => ({ ...exampleSession(at), status: 'open', started_at: at });

const closedSession = (at: string) => ({ ...openSession(at), status: 'closed', ended_at: at });

const invitedSession = (at: string) => {
  const session = openSession(at);
  return { ...session, invite: exampleInvite(session.id, at) };
};

const createData: Record<keyof FakeEvents, (at: string) => object> = {
  'session.created': exampleSession,
  'session.joined': invitedSession,
  'session.updated': (at) => ({ ...exampleSession(at), notes: 'Ring at the gate' }),
  'session.ended': closedSession,
  'session.outcome': (at) => ({
    ...closedSession(at),
    outcome: { outcome: 'accepted', note: '', set_at: at },
  }),
  'session.evidence.captured': (at) => {
    const session = openSession(at);
    return { ...session, evidence: exampleEvidence(session.id, at) };
  },
  'session.signed': (at) => {
    const session = closedSession(at);
    return { ...session, signature: exampleSignature(session.id, at) };
  },
  'session.anchored': (at) => ({ ...closedSession(at), anchor: exampleAnchor(at) }),
  'session.completed': (at) => {
    const session = closedSession(at);
    const { sha256, byte_size } = exampleEvidence(session.id, at);
    const report = { id: crypto.randomUUID(), status: 'ready', ready_at: at };
    return { ...session, report: { ...report, sha256, byte_size, locale: session.locale } };
  },
  'session.expired': (at) => ({ ...exampleSession(at), status: 'expired', scheduled_for: at }),
  'session.redacted': (at) => ({ ...closedSession(at), redacted_at: at }),
  'evidence.created': (at) => exampleEvidence(crypto.randomUUID(), at),
  'evidence.finding': (at) => ({
    ...exampleEvidence(crypto.randomUUID(), at),
    finding: { text: 'Two ridge tiles are broken.', author: 'operator@example.com', set_at: at },
  }),
  'participant.left': invitedSession,
  'participant.done': (at) => {
    const told = invitedSession(at);
    return { ...told, invite: { ...told.invite, done_at: at } };
  },
  'recording.ready': (at) => {
    const session = closedSession(at);
    return {
      ...session,
      recording: {
        ...exampleEvidence(session.id, at),
        kind: 'recording',
        mime: 'video/webm',
        width: null,
        height: null,
      },
    };
  },
  'endpoint.paused': (at) => ({
    id: crypto.randomUUID(),
    kind: 'push',
    url: 'https://example.com/hooks',
    description: '',
    event_types: [],
    active: false,
    paused_reason: 'failing',
    paused_at: at,
    created_at: at,
  }),
  'delivery.dropped': (at) => ({
    id: crypto.randomUUID(),
    endpoint: crypto.randomUUID(),
    event_type: 'session.created',
    status: 'dropped',
    response_status: 503,
    attempt_count: 6,
    created_at: at,
    delivered_at: null,
    event: crypto.randomUUID(),
    sequence: 1,
    fetched_at: null,
  }),
  'message.failed': (at) => ({
    id: crypto.randomUUID(),
    session: crypto.randomUUID(),
    invite: crypto.randomUUID(),
    signature: null,
    kind: 'reminder_invitee_1h',
    channel: 'email',
    recipient_hint: 'a•••@e•••.com',
    status: 'failed',
    reason: 'limit',
    created_at: at,
    failed_at: at,
  }),
  ping: () => ({}),
};

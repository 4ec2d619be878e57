import type { Invite } from '../resources/participants.ts';
import type { Session } from '../resources/sessions.ts';
import type {
  PingEvent,
  SessionCreatedEvent,
  SessionExpiredEvent,
  SessionJoinedEvent,
} from '../resources/webhook-event.ts';

/** The events that the service sends today. */
export interface FakeEvents {
  'session.created': SessionCreatedEvent;
  'session.joined': SessionJoinedEvent;
  'session.expired': SessionExpiredEvent;
  ping: PingEvent;
}

/** What may differ from the factory's own; of `data` single fields. */
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
  const data = { ...createData(type, event.created_at), ...overrides.data };
  return { ...event, ...overrides, data } as unknown as FakeEvents[Type];
}

function createData(type: keyof FakeEvents, at: string): object {
  if (type === 'ping') return {};
  if (type === 'session.created') return createSession(at);
  if (type === 'session.expired') return { ...createSession(at), status: 'expired', scheduled_for: at };
  const session = { ...createSession(at), status: 'open', started_at: at };
  return { ...session, invite: createInvite(session.id, at) };
}

const createSession = (at: string): Session => ({
  id: crypto.randomUUID(),
  status: 'created',
  operator_email: 'operator@example.com',
  scheduled_for: null,
  started_at: null,
  ended_at: null,
  notes: '',
  locale: 'en',
  consent_state: { camera: 'pending', gps: 'pending' },
  campaign: null,
  created_at: at,
  updated_at: at,
});

const createInvite = (session: string, at: string): Invite => ({
  id: crypto.randomUUID(),
  session,
  role: 'field',
  status: 'joined',
  expires_at: new Date(Date.parse(at) + 86_400_000).toISOString(),
  recipient_first_name: 'Ada',
  recipient_last_name: 'Rossi',
  recipient_email: '',
  recipient_phone: '',
  otp_required: false,
  otp_expires_at: null,
  joined_at: at,
  created_at: at,
});

import type { Campaign } from '../resources/campaigns.ts';
import type { Invite } from '../resources/participants.ts';
import type { Session } from '../resources/sessions.ts';
import type { WebhookDelivery } from '../resources/webhook-events.ts';
import type { WebhookEndpoint } from '../resources/webhook-endpoints.ts';
import type { FakeDelivery } from './fake-delivery.ts';

/** An invite as the fake keeps it; its status follows from the rest. */
export interface FakeInvite extends Omit<Invite, 'status'> {
  ttlMinutes: number;
  isRevoked: boolean;
}

export interface FakeEndpoint extends WebhookEndpoint {
  /** The newest first; two while one is being rotated. */
  secrets: string[];
  lastSequence: number;
}

/** All that the fake knows. Maps keep the order of creation. */
export interface FakeState {
  readonly baseUrl: string;
  readonly organisationId: string;
  now(): Date;
  readonly sessions: Map<string, Session>;
  readonly invites: Map<string, FakeInvite>;
  readonly campaigns: Map<string, Campaign>;
  readonly endpoints: Map<string, FakeEndpoint>;
  readonly deliveries: Map<string, WebhookDelivery>;
  /** The place of each item in its list. */
  readonly places: Map<string, number>;
  /** What was sent to endpoints and not taken yet. */
  readonly outbox: FakeDelivery[];
}

export const createFakeState = (baseUrl: string, now: () => Date): FakeState => ({
  baseUrl,
  organisationId: crypto.randomUUID(),
  now,
  sessions: new Map(),
  invites: new Map(),
  campaigns: new Map(),
  endpoints: new Map(),
  deliveries: new Map(),
  places: new Map(),
  outbox: [],
});

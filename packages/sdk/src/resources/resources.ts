// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../internal/transport.ts';
import { Sessions } from './sessions.ts';
import { Participants } from './participants.ts';
import { Campaigns } from './campaigns.ts';
import { WebhookEndpoints } from './webhook-endpoints.ts';
import { WebhookEvents } from './webhook-events.ts';

export * from './sessions.ts';
export * from './participants.ts';
export * from './campaigns.ts';
export * from './webhook-endpoints.ts';
export * from './webhook-events.ts';
export type * from './error-code.ts';
export type * from './webhook-event.ts';

/** Everything that a client can do, by resource. */
export abstract class Resources {
  readonly sessions: Sessions;
  readonly participants: Participants;
  readonly campaigns: Campaigns;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookEvents: WebhookEvents;

  /** @internal */
  constructor(transport: Transport) {
    this.sessions = new Sessions(transport);
    this.participants = new Participants(transport);
    this.campaigns = new Campaigns(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.webhookEvents = new WebhookEvents(transport);
  }
}

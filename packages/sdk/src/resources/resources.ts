// Generated from packages/contract by pnpm gen; do not edit.

import type { Transport } from '../client/transport.ts';
import { Sessions } from './sessions.ts';
import { Participants } from './participants.ts';
import { EvidenceResource } from './evidence.ts';
import { Reports } from './reports.ts';
import { Signatures } from './signatures.ts';
import { Whiteboards } from './whiteboards.ts';
import { Campaigns } from './campaigns.ts';
import { WebhookEndpoints } from './webhook-endpoints.ts';
import { WebhookEvents } from './webhook-events.ts';
import { Inspections } from './inspections.ts';
import { Webhooks } from './webhooks.ts';
import { Org } from './org.ts';
import { Members } from './members.ts';
import { Invitations } from './invitations.ts';
import { Credentials } from './credentials.ts';
import { Keys } from './keys.ts';
import { BrandingResource } from './branding.ts';
import { Messages } from './messages.ts';
import { Billing } from './billing.ts';
import { Retention } from './retention.ts';
import { Exports } from './exports.ts';

export * from './sessions.ts';
export * from './participants.ts';
export * from './evidence.ts';
export * from './reports.ts';
export * from './signatures.ts';
export * from './whiteboards.ts';
export * from './campaigns.ts';
export * from './webhook-endpoints.ts';
export * from './webhook-events.ts';
export * from './inspections.ts';
export * from './webhooks.ts';
export * from './org.ts';
export * from './members.ts';
export * from './invitations.ts';
export * from './credentials.ts';
export * from './keys.ts';
export * from './branding.ts';
export * from './messages.ts';
export * from './billing.ts';
export * from './retention.ts';
export * from './exports.ts';

/**
 * What the versioned root has beside the better names of the client itself: the hover of each says
 * which.
 */
export class VersionedResources {
  /** Better: `client.sessions`. */
  readonly inspections: Inspections;
  /** Better: `client.webhookEndpoints`. */
  readonly webhooks: Webhooks;

  /** @internal */
  constructor(transport: Transport) {
    this.inspections = new Inspections(transport);
    this.webhooks = new Webhooks(transport);
  }
}

/** Everything that a client can do, by resource. */
export abstract class Resources {
  readonly sessions: Sessions;
  readonly participants: Participants;
  readonly evidence: EvidenceResource;
  readonly reports: Reports;
  readonly signatures: Signatures;
  readonly whiteboards: Whiteboards;
  readonly campaigns: Campaigns;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookEvents: WebhookEvents;
  readonly org: Org;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly credentials: Credentials;
  readonly keys: Keys;
  readonly branding: BrandingResource;
  readonly messages: Messages;
  readonly billing: Billing;
  readonly retention: Retention;
  readonly exports: Exports;
  /**
   * What the versioned root has beside the better names of the client itself: the hover of each says
   * which.
   */
  readonly v1: VersionedResources;

  /** @internal */
  constructor(transport: Transport) {
    this.sessions = new Sessions(transport);
    this.participants = new Participants(transport);
    this.evidence = new EvidenceResource(transport);
    this.reports = new Reports(transport);
    this.signatures = new Signatures(transport);
    this.whiteboards = new Whiteboards(transport);
    this.campaigns = new Campaigns(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.webhookEvents = new WebhookEvents(transport);
    this.org = new Org(transport);
    this.members = new Members(transport);
    this.invitations = new Invitations(transport);
    this.credentials = new Credentials(transport);
    this.keys = new Keys(transport);
    this.branding = new BrandingResource(transport);
    this.messages = new Messages(transport);
    this.billing = new Billing(transport);
    this.retention = new Retention(transport);
    this.exports = new Exports(transport);
    this.v1 = new VersionedResources(transport);
  }
}

import type { Contract } from '@field-inspection/contract';

/** How a resource of the contract is called: in operation ids, and as a tag with its description. */
export type Tag = { one: string; many: string; title: string; description: string };

/** One tag per resource of the contract; the compiler asks for the tag of a new one. */
export const TAGS: Record<keyof Contract, Tag> = {
  sessions: {
    one: 'Session',
    many: 'Sessions',
    title: 'Sessions',
    description: 'One inspection each: created, joined by a field person, recorded if wanted, and ended.',
  },
  participants: {
    one: 'Participant',
    many: 'Participants',
    title: 'Participants',
    description: 'Invites of field persons. The link and the one-time code are shown once.',
  },
  join: {
    one: 'Invite',
    many: 'Invites',
    title: 'Join',
    description: 'What the page behind an invite link calls. No API key: the link is the credential.',
  },
  campaigns: {
    one: 'Campaign',
    many: 'Campaigns',
    title: 'Campaigns',
    description: 'Batches of sessions that are reported on together.',
  },
  webhookEndpoints: {
    one: 'WebhookEndpoint',
    many: 'WebhookEndpoints',
    title: 'Webhook endpoints',
    description: 'Receivers of events, each with its own signing secret.',
  },
  webhookEvents: {
    one: 'WebhookEvent',
    many: 'WebhookEvents',
    title: 'Webhook events',
    description: 'What is sent to the endpoints, and the log of the deliveries.',
  },
};

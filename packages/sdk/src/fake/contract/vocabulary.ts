// Generated from packages/contract by pnpm gen; do not edit.

/** What a key may be allowed to do. */
export const FAKE_SCOPES = [
  'sessions:read',
  'sessions:write',
  'participants:read',
  'participants:write',
  'evidence:read',
  'recordings:read',
  'whiteboards:read',
  'audit:read',
  'webhooks:read',
  'webhooks:write',
  'branding:read',
  'branding:write',
  'org:read',
  'org:write',
  'org:export',
  'members:write',
  'credentials:read',
  'credentials:write',
  'billing:write',
  'campaigns:read',
  'campaigns:write',
  'reports:write',
  'signatures:write',
  'retention:write',
] as const;

/** The supported locales. */
export const LOCALES = [
  'en',
  'de',
  'fr',
  'it',
  'es',
  'pl',
  'ro',
  'nl',
  'el',
  'hu',
  'pt',
  'cs',
  'sv',
  'bg',
] as const;

/** What can be subscribed to. */
export const EVENT_TYPES = [
  'session.created',
  'session.joined',
  'session.updated',
  'session.ended',
  'session.outcome',
  'session.evidence.captured',
  'session.signed',
  'session.anchored',
  'session.completed',
  'evidence.created',
  'session.expired',
  'session.redacted',
  'participant.left',
  'recording.ready',
  'endpoint.paused',
  'delivery.dropped',
  'message.failed',
] as const;

/** One of the scopes that a key can have. */
export type FakeScope = (typeof FAKE_SCOPES)[number];

/** The plans; the first two have five inspections. */
export type FakePlan = 'free' | 'pilot' | 'pro' | 'enterprise';

/** Whether the organisation has paid: only `trialing` and `active` create inspections. */
export type FakeSubscription = 'trialing' | 'active' | 'past_due' | 'canceled';

/** What is refused by a check that the contract has in code: `judgeValue` has each again. */
export const CHECK_MESSAGES = {
  isStorable: 'must not contain U+0000 or a lone surrogate',
  isMailable: 'must be an e-mail address, such as ada@example.com',
  isInCalendar: 'must be a date from the year 1 to the year 9999',
  isTimeZone: 'must be a time zone of the IANA database, such as Europe/Rome',
  namesEndpoint: 'needs endpoint: each endpoint counts for itself',
  hasNoUrl: 'belongs to kind push: an endpoint of kind pull has none, so leave it out',
  namesUrl: 'is needed, but for kind pull, which has none',
  hasText: 'needs a text in one locale at least',
  hasOwnSlots: 'must name each slot once',
  hasShortTexts: 'must have at most 20000 characters in all labels and hints',
} as const;

export type CheckName = keyof typeof CHECK_MESSAGES;

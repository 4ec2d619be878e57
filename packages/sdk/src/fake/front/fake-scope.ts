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
  'campaigns:read',
  'campaigns:write',
] as const;

/** One of the scopes that a key can have. */
export type FakeScope = (typeof FAKE_SCOPES)[number];

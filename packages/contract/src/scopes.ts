/** What a credential may be allowed to do (specification, section 5). A route names the one it needs. */
export const SCOPES = [
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

export type Scope = (typeof SCOPES)[number];

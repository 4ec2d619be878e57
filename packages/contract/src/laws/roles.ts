import { SCOPES, type Scope } from './policy.ts';

const isReading = (scope: Scope): boolean => scope.endsWith(':read');

/**
 * Scopes of a member, by role. Nobody grants more than they hold.
 *
 * - `org_admin`: everything, the members, keys and the plan of the organisation included.
 * - `inspector`: makes inspections, and reads what belongs to them.
 * - `observer`: looks at inspections and what came of them.
 * - `auditor`: reads and verifies everything, the audit chains included, and changes nothing.
 *
 * @example
 * ROLES.auditor.includes('sessions:write'); // false
 */
export const ROLES = {
  org_admin: SCOPES,
  inspector: [
    'sessions:read',
    'sessions:write',
    'participants:read',
    'participants:write',
    'evidence:read',
    'recordings:read',
    'whiteboards:read',
    'audit:read',
    'branding:read',
    'org:read',
    'campaigns:read',
    'campaigns:write',
    'templates:read',
    'templates:write',
    'reports:write',
    'signatures:write',
  ],
  observer: [
    'sessions:read',
    'participants:read',
    'evidence:read',
    'recordings:read',
    'whiteboards:read',
    'branding:read',
    'org:read',
    'campaigns:read',
    'templates:read',
  ],
  auditor: SCOPES.filter(isReading),
} as const satisfies Record<string, readonly Scope[]>;

/** A member's role: `org_admin`, `inspector`, `observer` or `auditor`. */
export type RoleName = keyof typeof ROLES;

/** The roles, from the widest to the narrowest. */
export const ROLE_NAMES = Object.keys(ROLES) as [RoleName, ...RoleName[]];

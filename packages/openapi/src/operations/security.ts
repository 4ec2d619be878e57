import type { RoutePolicy } from '@field-inspection/contract';

export const securitySchemesOf = (policies: RoutePolicy[]) => {
  const used = new Set(policies.flatMap((policy) => securityOf(policy).flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => used.has(name)));
};

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key with the scopes that the operation names: `Authorization: Bearer fis_…`',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-fis_session',
    description:
      'A member who has signed in, by the cookie of their session; what they may do, their role says. Never beside an API key. Changes come from a page of the service itself.',
  },
  fieldSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `field_session_token` that joining gave',
  },
  signingLink: {
    type: 'http',
    scheme: 'bearer',
    description: 'What stands behind the # of `sign_url`',
  },
  signingSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `signing_session_token` that the one-time code gave',
  },
} as const;

/**
 * The scope stands where OpenAPI 3.1 puts the roles that a caller needs. A route that takes a session as well names the
 * key alone: generated clients send one secret in every way that an operation names, and a key beside a cookie is 400.
 */
export const securityOf = ({ auth, scope, caller }: RoutePolicy): Record<string, string[]>[] => {
  if (auth === 'credential') {
    const scopes = scope ? [scope] : [];
    return caller === 'member' ? [{ session: scopes }] : [{ apiKey: scopes }];
  }
  if (auth === 'field_session') return [{ fieldSession: [] }];
  if (auth === 'signing_link') return [{ signingLink: [] }];
  if (auth === 'signing_session' || auth === 'reading_session') return [{ signingSession: [] }];
  return [];
};

import type { Context } from '../../../context.ts';

/** The way to providers, and the time. A context is one. */
export type OidcNet = Pick<Context, 'providerFetch' | 'clock'>;

export type OidcSettings = {
  /** As the provider's own metadata spell it. */
  issuer: string;
  clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  clientSecret: string | null;
  claimMap: OidcClaimMap;
};

/** The names of the claims that say who somebody is. */
export type OidcClaimMap = { email: string; name: string; groups: string };

export const USUAL_CLAIMS: OidcClaimMap = { email: 'email', name: 'name', groups: 'groups' };

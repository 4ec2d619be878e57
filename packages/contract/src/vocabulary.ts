/*
 * Words and bounds that schemas share with packages/rules and the SDK's fake. No zod is here, since the fake ships
 * without it.
 */

/** The supported locales: English and the 13 largest other languages of the EU. */
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

export type LocaleCode = (typeof LOCALES)[number];

/** The states of a session, in the order of its life. */
export const SESSION_STATUSES = ['created', 'open', 'recording', 'closed', 'expired'] as const;

/** The most pairs of metadata that a session has, whichever way they came. */
export const MAX_METADATA_PAIRS = 20;

/** Results of a request of a directory. */
export const PROVISIONING_OUTCOMES = ['applied', 'unchanged', 'refused'] as const;

/** Protocols by which an identity provider signs members in. */
export const SSO_PROTOCOLS = ['oidc', 'saml'] as const;

/** The states of a connection to an identity provider. */
export const SSO_STATUSES = ['none', 'draft', 'tested', 'active'] as const;

/** Matters of consent; a field person answers each on its own. */
export const CONSENT_MATTERS = ['camera', 'microphone', 'gps', 'recording'] as const;

export type ConsentMatter = (typeof CONSENT_MATTERS)[number];

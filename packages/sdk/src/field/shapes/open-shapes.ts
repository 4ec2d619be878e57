/** An answer to one request for consent; `revoked`: granted first, then withdrawn. */
export type ConsentValue = 'pending' | 'granted' | 'denied' | 'revoked' | (string & {});

/**
 * What the field person has allowed, by what it is for. A newer service asks for more than these: go through
 * the entries rather than counting on two.
 *
 * @example
 * ```ts
 * const { consent_state } = await field.get();
 * const open = Object.entries(consent_state).filter(([, value]) => value === 'pending');
 * ```
 */
export interface ConsentState {
  camera: ConsentValue;
  gps: ConsentValue;
  [purpose: string]: ConsentValue | undefined;
}

/** What the field person can answer; `revoked` withdraws what was granted. */
export type ConsentAnswer = 'granted' | 'denied' | 'revoked';

/** What is allowed, or no longer is; what is absent stays. The service refuses a purpose that it does not know. */
export interface UpdateConsentBody {
  camera?: ConsentAnswer | undefined;
  gps?: ConsentAnswer | undefined;
  [purpose: string]: ConsentAnswer | undefined;
}

/** How much a session may have, and how much of it is left. */
export interface Quota {
  limit: number;
  left: number;
}

/** By what is counted; what is absent has no limit. */
export interface Quotas {
  [counted: string]: Quota | undefined;
  items?: Quota;
  bytes?: Quota;
}

/**
 * Where and what a field person uploads. A quota may be absent, then there is none; a newer service may have
 * others than these.
 */
export interface Uploads {
  /** Takes resumable uploads: `field.uploads` does */
  url: string;
  /** What is taken */
  mime_types: string[];
  /** The largest upload */
  max_bytes?: number | undefined;
  /** What the session may still take */
  quotas?: Quotas | undefined;
  [quota: string]: unknown;
}

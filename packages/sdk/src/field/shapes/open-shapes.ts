import type { NewerValue } from '../../http/newer-value.ts';

/** An answer to one request for consent; `revoked`: granted first, then withdrawn. */
export type ConsentValue = 'pending' | 'granted' | 'denied' | 'revoked' | NewerValue;

/**
 * What the field person has allowed, by what it is for: what they themselves answered, whoever else is in. A newer
 * service asks for more than these, and one of before per-person consent for `camera` and `gps` alone: go through the
 * entries.
 *
 * @example
 * ```ts
 * const { consent_state } = await field.get();
 * const open = Object.entries(consent_state).filter(([, value]) => value === 'pending');
 * ```
 */
export interface ParticipantConsents {
  /** Photos and videos of theirs */
  camera: ConsentValue;
  /** Their sound in the live picture */
  microphone?: ConsentValue | undefined;
  /** The place of what they capture */
  gps: ConsentValue;
  /** Recordings of the live picture: one needs that of everybody who is in */
  recording?: ConsentValue | undefined;
  [purpose: string]: ConsentValue | undefined;
}

/** The name that `ParticipantConsents` had first. */
export type ConsentState = ParticipantConsents;

/** Answers that the field person can give; `revoked` withdraws a granted consent. */
export type ConsentAnswer = 'granted' | 'denied' | 'revoked';

/**
 * What is allowed, or no longer is; what is absent stays. The service refuses a purpose that it does not know.
 *
 * @example
 * ```ts
 * await field.updateConsent({ camera: 'granted', recording: 'denied', text_version: '2026-11', locale: 'de' });
 * ```
 */
export interface UpdateConsentBody {
  camera?: ConsentAnswer | undefined;
  microphone?: ConsentAnswer | undefined;
  gps?: ConsentAnswer | undefined;
  recording?: ConsentAnswer | undefined;
  /** Which version of your texts they answered, as the audit chain says it; default: that of the service's own */
  text_version?: string | undefined;
  /** The texts' language; default: the session's */
  locale?: string | undefined;
  [purpose: string]: string | undefined;
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
  /** The most pixels of a photo, its width times its height: {@link findPhotoFault} compares them */
  max_pixels?: number | undefined;
  /** What the session may still take */
  quotas?: Quotas | undefined;
  [quota: string]: unknown;
}

import type { NewerValue } from '../../http/newer-value.ts';

/** An answer to one request for consent; `revoked`: granted first, then withdrawn. */
export type ConsentValue = 'pending' | 'granted' | 'denied' | 'revoked' | NewerValue;

/**
 * Consents of the field person, by purpose: their own answers, whoever else is in. A newer service asks for further
 * purposes, and one of before per-person consent for `camera` and `gps` alone: go through the entries.
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
  /** Location of their captures */
  gps: ConsentValue;
  /** Recordings of the live picture: one needs the consent of everybody who is in */
  recording?: ConsentValue | undefined;
  [purpose: string]: ConsentValue | undefined;
}

/** The name that `ParticipantConsents` had first. */
export type ConsentState = ParticipantConsents;

/** Answers that the field person can give; `revoked` withdraws a granted consent. */
export type ConsentAnswer = 'granted' | 'denied' | 'revoked';

/**
 * Consents to grant or withdraw; an absent one stays. The service refuses an unknown purpose.
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
  /** Version of your texts that they answered, as the audit chain says it; default: that of the service's own */
  text_version?: string | undefined;
  /** The texts' language; default: the session's */
  locale?: string | undefined;
  [purpose: string]: string | undefined;
}

/** Quota of a session, and the rest of it. */
export interface Quota {
  limit: number;
  left: number;
}

/** Quotas by unit; an absent one has no limit. */
export interface Quotas {
  [counted: string]: Quota | undefined;
  items?: Quota;
  bytes?: Quota;
}

/**
 * Address and limits of a field person's uploads. An absent quota does not limit; a newer service may have further
 * ones.
 */
export interface Uploads {
  /** Takes resumable uploads: `field.uploads` does */
  url: string;
  /** Types that the service takes */
  mime_types: string[];
  /** The largest upload */
  max_bytes?: number | undefined;
  /** The most pixels of a photo, its width times its height: {@link findPhotoFault} compares them */
  max_pixels?: number | undefined;
  /** Quotas that the session has left */
  quotas?: Quotas | undefined;
  [quota: string]: unknown;
}

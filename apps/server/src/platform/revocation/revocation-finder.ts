import type { RevocationQuestion } from '@field-inspection/evidence/seal';

/**
 * What is known of a certificate, by answers that were verified: `good` with what proves it, each DER; `revoked`; or
 * `unknown`, when it names nobody to ask, or nobody answers in time with what counts.
 */
export type RevocationFinding =
  | { status: 'good'; ocsps: readonly Uint8Array[]; crls: readonly Uint8Array[] }
  | { status: 'revoked'; revokedAt: string }
  | { status: 'unknown'; reason: string };

/** Tells whether certificates were revoked. It never rejects for what is at the other end, and never waits for long. */
export type RevocationFinder = { find: (question: RevocationQuestion) => Promise<RevocationFinding> };

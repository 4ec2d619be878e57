import type { RevocationQuestion } from '@field-inspection/evidence/seal';

/**
 * The finding about a certificate, by answers that were verified: `good` with its proofs, each DER; `revoked`; or
 * `unknown`, when the certificate names nobody to ask, or nobody answers in time with an answer that counts.
 */
export type RevocationFinding =
  | { status: 'good'; ocsps: readonly Uint8Array[]; crls: readonly Uint8Array[] }
  | { status: 'revoked'; revokedAt: string }
  | { status: 'unknown'; reason: string };

/** Tells whether certificates were revoked. It never rejects for a fault at the other end, and never waits for long. */
export type RevocationFinder = { find: (question: RevocationQuestion) => Promise<RevocationFinding> };

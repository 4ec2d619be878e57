import type { RevocationQuestion } from '@field-inspection/evidence/seal';

/** `good` with its proofs, each DER; `unknown` when nobody can be asked, or no answer in time counts. */
export type RevocationFinding =
  | { status: 'good'; ocsps: readonly Uint8Array[]; crls: readonly Uint8Array[] }
  | { status: 'revoked'; revokedAt: string }
  | { status: 'unknown'; reason: string };

/** It never rejects for a fault at the other end, and never waits for long. */
export type RevocationFinder = { find: (question: RevocationQuestion) => Promise<RevocationFinding> };

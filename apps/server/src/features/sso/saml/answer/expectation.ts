import type { SamlClaimMap } from './claim-names.ts';

export type SamlExpectation = {
  /** The provider's entity ID. */
  issuer: string;
  /** This service's entity ID at the connection. */
  audience: string;
  acsUrl: string;
  /** The ID of the request that is answered; null where none is known, so that every answer is refused. */
  requestId: string | null;
  /** PEM or DER. Several are valid at once, so that a provider may change its own. */
  certificates: readonly (string | Uint8Array)[];
  now: Date;
  /** For a step-up: who signed in at the provider before is refused. */
  authenticatedSince: Date | null;
  claimMap?: SamlClaimMap;
};

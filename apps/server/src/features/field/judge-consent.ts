import type { ConsentState } from '@field-inspection/contract';
import type { z } from 'zod';

export type Consent = z.output<typeof ConsentState>['camera'];

/** Who never granted anything has nothing to revoke; every other answer may follow every other. */
export const isConsentMove = (from: Consent, to: Consent): boolean =>
  to !== 'revoked' || from === 'granted' || from === 'revoked';

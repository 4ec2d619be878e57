import { TooComplex } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { listCrlAddresses, listResponders } from './list-sources.ts';
import { readGivenCertificate } from './revocation-question.ts';

/** Addresses as the certificate has them: they may be anything, and lead anywhere. */
export type RevocationSources = {
  /** Addresses of responders, which take the result of `buildOcspRequest`. */
  readonly responders: readonly string[];
  /** Addresses of revocation lists. */
  readonly lists: readonly string[];
};

/**
 * Lists the addresses in a certificate that tell whether it was revoked. Without any, or with unreadable ones, the
 * lists are empty.
 *
 * @param certificate its DER.
 * @throws {EvidenceError} `invalid_signer` for what is no certificate.
 *
 * @example
 * ```ts
 * import { listRevocationSources } from '@field-inspection/evidence/seal';
 *
 * declare const certificate: Uint8Array;
 *
 * console.log(listRevocationSources(certificate).responders); // ['http://ocsp.ca.example/']
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.13, https://www.rfc-editor.org/rfc/rfc5280#section-4.2.2.1
 */
export function listRevocationSources(certificate: Uint8Array): RevocationSources {
  const read = readGivenCertificate(certificate);
  return {
    responders: listOrNone(() => listResponders(read)),
    lists: listOrNone(() => listCrlAddresses(read)),
  };
}

function listOrNone(list: () => string[]): string[] {
  try {
    return list();
  } catch (error) {
    if (error instanceof Refusal || error instanceof TooComplex) return [];
    throw error;
  }
}

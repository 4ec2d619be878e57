import { EvidenceError } from '../evidence-error.ts';
import { readDer } from '../timestamp/der/read-der.ts';
import { readCertificate } from '../timestamp/read-certificate.ts';
import { readPem } from './read-pem.ts';

const SEQUENCE_TAG = 0x30;

/**
 * The roots that a caller trusts, each as DER.
 *
 * @param roots the PEM of any number of certificates, as text or as the bytes of its file; or the DER of one.
 * @throws {EvidenceError} `invalid_root`
 */
export function readRoots(roots: readonly (string | Uint8Array)[]): Uint8Array[] {
  return roots.flatMap((root) => {
    const ders = typeof root === 'string' || root[0] !== SEQUENCE_TAG ? readPem(decodeText(root)) : [root];
    if (ders.length === 0) throw invalidRoot(new TypeError('no certificate'));
    ders.forEach(assertCertificate);
    return ders;
  });
}

function decodeText(root: string | Uint8Array): string {
  return typeof root === 'string' ? root : new TextDecoder().decode(root);
}

function assertCertificate(der: Uint8Array): void {
  try {
    readCertificate(readDer(der));
  } catch (cause) {
    throw invalidRoot(cause);
  }
}

function invalidRoot(cause: unknown): EvidenceError {
  return new EvidenceError('invalid_root', 'A root must be a certificate: as PEM, or its DER.', { cause });
}

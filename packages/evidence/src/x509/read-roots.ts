import { EvidenceError } from '../evidence-error.ts';
import { readCertificate } from './certificate.ts';
import { readDer } from '../der/read-der.ts';
import { readPem } from './pem.ts';

const SEQUENCE_TAG = 0x30;

/**
 * Gives the DER of each trusted root.
 *
 * @param roots PEM of any number of certificates, as text or bytes; or the DER of one
 * @throws {EvidenceError} `invalid_root`
 */
export function readRoots(roots: readonly (string | Uint8Array)[]): Uint8Array[] {
  if (!Array.isArray(roots)) throw invalidRoot(new TypeError('no list'));
  return roots.flatMap(readRoot);
}

function readRoot(root: string | Uint8Array): Uint8Array[] {
  const isDer = ArrayBuffer.isView(root) && root[0] === SEQUENCE_TAG;
  const ders = isDer ? [root] : readPem(decodeText(root));
  if (ders.length === 0) throw invalidRoot(new TypeError('no certificate'));
  ders.forEach(assertCertificate);
  return ders;
}

function decodeText(root: string | Uint8Array): string {
  if (typeof root === 'string') return root;
  return ArrayBuffer.isView(root) ? new TextDecoder().decode(root) : '';
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

import { EvidenceError, verifyReport } from '@field-inspection/evidence';
import { readPem } from '@field-inspection/evidence/asn1';

/**
 * The SHA-256 of each certificate in a file of root certificates, as authorities publish it: pairs of hexadecimal
 * digits. None when the file holds no certificate, or one that can't be read.
 */
export const listFingerprints = async (file: Uint8Array): Promise<string[]> => {
  if (!(await isOfRoots(file))) return [];
  return Promise.all(readCertificates(file).map(fingerprint));
};

// The verifier judges its own argument: a file that it would refuse later is refused here.
const isOfRoots = async (file: Uint8Array): Promise<boolean> => {
  try {
    await verifyReport(new Uint8Array(), { roots: [file], now: new Date(0) });
    return true;
  } catch (error) {
    if (error instanceof EvidenceError && error.code === 'invalid_root') return false;
    throw error;
  }
};

const readCertificates = (file: Uint8Array): Uint8Array[] => {
  const ders = readPem(new TextDecoder().decode(file));
  return ders.length === 0 ? [file] : ders;
};

const fingerprint = async (der: Uint8Array): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(der)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
};

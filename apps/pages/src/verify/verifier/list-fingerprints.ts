import { EvidenceError, verifyReport } from '@field-inspection/evidence';
import { readPem } from '@field-inspection/evidence/asn1';

/**
 * Gives the fingerprints as authorities publish them: pairs of hexadecimal digits. The list is empty where the file
 * holds no certificate, or an unreadable one.
 */
export const listFingerprints = async (file: Uint8Array): Promise<string[]> => {
  if (!(await isOfRoots(file))) return [];
  return Promise.all(readCertificates(file).map(fingerprint));
};

// The verifier itself judges the file, so that a file accepted here is not refused later.
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

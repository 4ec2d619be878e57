import { EvidenceError, verifyReport } from '@field-inspection/evidence';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g;

/**
 * The SHA-256 of each certificate in a file of root certificates, as authorities publish it: pairs of hexadecimal
 * digits. None when the file holds no certificate, or one that can't be read.
 */
export const listFingerprints = async (file: Uint8Array): Promise<string[]> => {
  if (!(await isOfRoots(file))) return [];
  return Promise.all(readCertificates(file).map(fingerprint));
};

// The verifier's own judgement of its argument: what it would refuse later is refused here.
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
  const pem = [...new TextDecoder().decode(file).matchAll(CERTIFICATE)];
  if (pem.length === 0) return [file];
  return pem.map(([, base64 = '']) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
};

const fingerprint = async (der: Uint8Array): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(der)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
};

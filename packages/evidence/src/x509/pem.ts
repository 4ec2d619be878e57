const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g;

/** The certificates in a PEM text (RFC 7468), each as DER; text around them is passed over. */
export function readPem(text: string): Uint8Array[] {
  return [...text.matchAll(CERTIFICATE)].map(([, base64 = '']) => decodeBase64(base64));
}

// Characters that are not base64 give no bytes, and so no certificate.
function decodeBase64(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** A certificate as PEM (RFC 7468), in lines of 64 characters. */
export function writePem(der: Uint8Array): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

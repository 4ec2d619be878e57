const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g;

/** The certificates in a PEM text (RFC 7468), each as DER; text around them is passed over. */
export function readPem(text: string): Uint8Array[] {
  return [...text.matchAll(CERTIFICATE)].map(([, base64 = '']) => decodeBase64(base64));
}

// What is no base64 gives no bytes, and so no certificate.
function decodeBase64(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

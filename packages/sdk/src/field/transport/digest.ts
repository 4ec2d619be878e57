/** `null` without WebCrypto, as on pages that came over http: then the service has nothing to compare with. */
export async function digest(bytes: ArrayBuffer): Promise<Uint8Array | null> {
  const { subtle }: { subtle?: typeof globalThis.crypto.subtle } = globalThis.crypto;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : null;
}

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

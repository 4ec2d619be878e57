import { encodeHex } from '../bytes.ts';
import { EvidenceError } from '../evidence-error.ts';

const encoder = new TextEncoder();

/** SHA-256 (FIPS 180-4) of the text's UTF-8 bytes, as 64 lower-case hex characters. */
export async function hashText(text: string): Promise<string> {
  try {
    return encodeHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', encoder.encode(text))));
  } catch (cause) {
    throw new EvidenceError(
      'digest_unavailable',
      'SHA-256 needs WebCrypto, which browsers offer on https pages and on localhost only.',
      { cause },
    );
  }
}

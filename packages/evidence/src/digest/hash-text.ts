import { encodeHex } from '../bytes.ts';
import { EvidenceError } from '../evidence-error.ts';

const encoder = new TextEncoder();

/** SHA-256 (FIPS 180-4) of the text's UTF-8 bytes, as 64 lower-case hex characters. */
export async function hashText(text: string): Promise<string> {
  // WebCrypto hands each text to another thread, which took 7 % of a server's work for a new session. Without an import
  // a bundle for browsers needs no stand-in.
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  return crypto ? crypto.createHash('sha256').update(text).digest('hex') : hashByWebCrypto(text);
}

const hashByWebCrypto = async (text: string): Promise<string> => {
  try {
    return encodeHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', encoder.encode(text))));
  } catch (cause) {
    throw new EvidenceError(
      'digest_unavailable',
      'SHA-256 needs WebCrypto, which browsers offer on https pages and on localhost only.',
      { cause },
    );
  }
};

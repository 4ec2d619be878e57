import type { HashName } from './read-hash-algorithm.ts';
import { requireWebCrypto } from './require-web-crypto.ts';

/** @throws {EvidenceError} `digest_unavailable` */
export async function digestBytes(hash: HashName | 'SHA-1', bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await requireWebCrypto().digest(hash, new Uint8Array(bytes)));
}

import { EvidenceError } from '../evidence-error.ts';

type SubtleCrypto = typeof globalThis.crypto.subtle;

/** @throws {EvidenceError} `digest_unavailable` */
export function requireWebCrypto(): SubtleCrypto {
  const subtle = (globalThis.crypto as { subtle?: SubtleCrypto } | undefined)?.subtle;
  if (subtle) return subtle;

  throw new EvidenceError(
    'digest_unavailable',
    'Timestamps need WebCrypto, which browsers offer on https pages and on localhost only.',
    { cause: new TypeError('crypto.subtle is undefined') },
  );
}

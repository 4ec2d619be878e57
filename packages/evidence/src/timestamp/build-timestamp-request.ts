import { isBytes } from '../bytes.ts';
import { EvidenceError } from '../evidence-error.ts';
import { assertDigest, assertPolicy } from './arguments.ts';
import { BOOLEAN, NULL, OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { SHA_256 } from '../x509/oids.ts';

const VERSION = 1;

/**
 * Builds the request for a timestamp of a SHA-256 digest. It asks for the certificates, without which a token can't be
 * verified on its own.
 *
 * The first byte of the nonce is forced into 0x40 to 0x7f, so that it has one spelling as a DER integer: a leading zero
 * byte is refused by authorities as padding, a leading one bit makes it negative. Compare the nonce that is returned,
 * not the one that was given.
 *
 * @param digest 32 bytes.
 * @param options `nonce`: 8 to 20 bytes, of which the first loses two bits, from a cryptographic random source; it is
 *   copied. `policy`: the policy asked for, as a dotted object identifier; default: the authority's own.
 * @returns `der`, to be posted as `application/timestamp-query`, and `nonce`, for `verifyTimestamp`.
 * @throws {EvidenceError} `invalid_digest`, `invalid_nonce`, `invalid_policy`
 *
 * @example
 * ```ts
 * import { buildTimestampRequest } from '@field-inspection/evidence';
 *
 * const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('hello')));
 * const { der, nonce } = buildTimestampRequest(digest, { nonce: crypto.getRandomValues(new Uint8Array(8)) });
 * console.log(der.length, nonce.length); // 69 8
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc3161#section-2.4.1
 */
export function buildTimestampRequest(
  digest: Uint8Array,
  { nonce, policy }: { nonce: Uint8Array; policy?: string },
): { der: Uint8Array; nonce: Uint8Array } {
  assertDigest(digest);
  const canonicalNonce = makeCanonical(nonce);
  if (policy !== undefined) assertPolicy(policy);
  const hash = writeDer(SEQUENCE, writeOid(SHA_256), writeDer(NULL));
  const der = writeDer(
    SEQUENCE,
    writeInteger(VERSION),
    writeDer(SEQUENCE, hash, writeDer(OCTET_STRING, digest)),
    ...(policy === undefined ? [] : [writeOid(policy)]),
    writeInteger(canonicalNonce),
    writeDer(BOOLEAN, Uint8Array.of(0xff)),
  );
  return { der, nonce: canonicalNonce };
}

function makeCanonical(nonce: Uint8Array): Uint8Array {
  if (!isBytes(nonce) || nonce.length < 8 || nonce.length > 20) {
    throw new EvidenceError('invalid_nonce', 'A nonce is 8 to 20 random bytes.');
  }
  const canonical = new Uint8Array(nonce);
  canonical[0] = (canonical[0]! & 0x3f) | 0x40;
  return canonical;
}

import { openFields } from './der/open-fields.ts';
import type { DerNode } from './der/der-node.ts';
import { readDer } from './der/read-der.ts';
import { readOid } from './der/read-oid.ts';
import { BIT_STRING, INTEGER, NULL, OBJECT_IDENTIFIER, SEQUENCE } from './der/tags.ts';
import { EC_PUBLIC_KEY, P_256, P_384, RSA } from './oids.ts';
import { readAlgorithm } from './read-algorithm.ts';
import { Refusal } from './refusal.ts';

/** What WebCrypto must be told of a key; `coordinateBytes` is the length of each half of an ECDSA signature. */
export type PublicKey =
  | { readonly name: 'RSASSA-PKCS1-v1_5' }
  | { readonly name: 'ECDSA'; readonly namedCurve: 'P-256' | 'P-384'; readonly coordinateBytes: number };

// BSI TR-02102-1 and NIST SP 800-57 have 2048 as the least that was ever fit for these years; more than 8192 would
// only serve to keep a verifier busy.
const RSA_BYTES = { min: 2048 / 8, max: 8192 / 8 };

/**
 * Reads a SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7; RFC 3279, section 2.3.1; RFC 5480, section 2).
 *
 * @throws {Refusal} `malformed`; `unsupported_algorithm` for other keys than RSA of 2048 to 8192 bits, P-256 and P-384.
 */
export function readPublicKey(node: DerNode): PublicKey {
  const fields = openFields(node, SEQUENCE, 'public key');
  const { oid, parameters } = readAlgorithm(fields.take(SEQUENCE));
  const key = fields.take(BIT_STRING).content.subarray(1);
  fields.end();

  if (oid === RSA && parameters?.tag === NULL && hasFitModulus(key)) return { name: 'RSASSA-PKCS1-v1_5' };
  if (oid === EC_PUBLIC_KEY && parameters?.tag === OBJECT_IDENTIFIER) {
    const curve = readOid(parameters);
    if (curve === P_256) return { name: 'ECDSA', namedCurve: 'P-256', coordinateBytes: 32 };
    if (curve === P_384) return { name: 'ECDSA', namedCurve: 'P-384', coordinateBytes: 48 };
  }
  throw new Refusal(
    'unsupported_algorithm',
    'A public key is weak or unknown: RSA of 2048 to 8192 bits, P-256 and P-384 are supported.',
  );
}

function hasFitModulus(key: Uint8Array): boolean {
  const fields = openFields(readDer(key), SEQUENCE, 'RSA key');
  const modulus = fields.take(INTEGER).content;
  fields.take(INTEGER);
  fields.end();

  const byteLength = modulus[0] === 0 ? modulus.length - 1 : modulus.length;
  return byteLength >= RSA_BYTES.min && byteLength <= RSA_BYTES.max;
}

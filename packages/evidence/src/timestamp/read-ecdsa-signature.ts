import { openFields } from './der/open-fields.ts';
import { readDer } from './der/read-der.ts';
import { INTEGER, SEQUENCE } from './der/tags.ts';
import { Refusal } from './refusal.ts';

/**
 * An ECDSA signature as certificates and tokens hold it, a DER sequence of r and s (RFC 3279, section 2.2.3), as
 * WebCrypto takes it: r and s side by side, each of `coordinateBytes` bytes.
 *
 * @throws {Refusal} `malformed`; `wrong_signature` when a number is not of the curve.
 */
export function readEcdsaSignature(der: Uint8Array, coordinateBytes: number): Uint8Array {
  const fields = openFields(readDer(der), SEQUENCE, 'ECDSA signature');
  const numbers = [fields.take(INTEGER).content, fields.take(INTEGER).content];
  fields.end();

  const raw = new Uint8Array(2 * coordinateBytes);
  for (const [index, number] of numbers.entries()) {
    const digits = number[0] === 0 ? number.subarray(1) : number;
    if (number[0]! >= 0x80 || digits.length > coordinateBytes) {
      throw new Refusal('wrong_signature', 'An ECDSA signature has a number that is not of its curve.');
    }
    raw.set(digits, (index + 1) * coordinateBytes - digits.length);
  }
  return raw;
}

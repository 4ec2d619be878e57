const HEX_DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HEX64 = /^[0-9a-f]{64}$/;

/** True for a Uint8Array, also of another realm (an iframe, a test runner's sandbox), where `instanceof` says no. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}

/** Compares in time that varies: all compared bytes are public. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Negative, 0 or positive, as `one` comes before, is, or comes after `other` in the order of DER's sets. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const index = one.findIndex((byte, at) => byte !== other[at]);
  if (index === -1) return one.length - other.length;
  return one[index]! - (other[index] ?? -1);
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Lower-case, two digits a byte. Digits come from a table, since every entry of a chain is hashed. */
export function encodeHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += HEX_DIGITS[byte];
  return hex;
}

/** The bytes of lower-case hex, two digits a byte. */
export function decodeHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** 32 bytes as 64 lower-case hex characters: the one spelling of hashes and salts, so that `===` compares them. */
export function isHex64(value: unknown): value is string {
  return typeof value === 'string' && HEX64.test(value);
}
